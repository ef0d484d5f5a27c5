import GtkKit
public func appTest() { print(gtkTest()) }
