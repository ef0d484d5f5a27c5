public enum DocumentsModule {}
