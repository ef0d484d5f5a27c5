public enum PreviewKitModule {}
