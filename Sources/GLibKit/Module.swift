import CGLib
import CGLibShim
public func glibTest(_ p: UnsafeMutablePointer<GObject>) -> Int { Int(g_object_ref(UnsafeMutableRawPointer(p)) == nil ? 0 : 1) + Int(masthead_type_object()) }
