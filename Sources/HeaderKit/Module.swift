public enum HeaderKitModule {}
