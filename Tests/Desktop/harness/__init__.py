"""A small framework for tests that drive a GTK program from outside: see session.py for what a test is given."""
