public enum TypesettingModule {}
