import GtkKit

public func appTest() { print(Display.exists) }
