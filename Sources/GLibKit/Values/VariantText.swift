// Owns: the text form of a variant that keeps its type.

import CGLib

extension Variant {
  /// The value in GVariant's text format with type annotations, so that parsing it gives the same value of the same type.
  public var annotatedDescription: String { String(taking: g_variant_print(pointer, 1)) ?? "" }
}
