// What comes later than the text: pictures, and the colours of code.

extension Galley {
  /// Sets leaves again that show the picture at an address, because it came or failed.
  public func pictureChanged(_ address: [UInt8]) {
    for strip in live {
      for leaf in strip.leaves.indices {
        guard let box = strip.leaves[leaf].box else { continue }
        if box.texts.contains(where: { $0.set.text.pictures.contains { $0.address == address } }) { strip.leaves[leaf].box = nil }
      }
    }
  }

  /// Sets code again whose colours were not known yet.
  public func coloursChanged() {
    for strip in live {
      for leaf in strip.leaves.indices where strip.leaves[leaf].box?.texts.contains(where: { $0.set.text.awaitsColours }) == true {
        strip.leaves[leaf].box = nil
      }
    }
  }
}
