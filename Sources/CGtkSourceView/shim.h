/* Carries gtksourceview-5's compiler and linker flags; its declarations arrive through CGtk. */
