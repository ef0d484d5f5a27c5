public enum MarkdownModule {}
