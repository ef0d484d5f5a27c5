public enum CommandsModule {}
