public enum MarkdownEditingModule {}
