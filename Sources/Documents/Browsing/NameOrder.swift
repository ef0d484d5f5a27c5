internal import GLibKit

/// Orders names in the person's language.
enum NameOrder {
  /// Gives bytes that compare as people sort the names.
  static func key(_ name: String) -> [UInt8] { Format.nameOrderKey(name) }
}
