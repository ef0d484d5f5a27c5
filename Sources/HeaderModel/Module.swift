public enum HeaderModelModule {}
