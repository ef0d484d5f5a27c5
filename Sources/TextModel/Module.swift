public enum TextModelModule {}
