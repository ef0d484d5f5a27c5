import GLibKit
import Testing

/// Variants keep what was put in, and a wrong type reads as nil.
@Suite struct VariantTests {
  @Test func simpleValuesComeBack() {
    #expect(Variant("Ünïcode 😀\n").string == "Ünïcode 😀\n")
    #expect(Variant(true).bool == true)
    #expect(Variant(Int32.min).int32 == .min)
    #expect(Variant(UInt32.max).uint32 == .max)
    #expect(Variant(Int64.min).int64 == .min)
    #expect(Variant(0.1).double == 0.1)
    #expect(Variant([String]()).strings == [])
    #expect(Variant(["b", "a", ""]).strings == ["b", "a", ""])
  }

  @Test func aWrongTypeIsNil() {
    let all = [Variant("1"), Variant(true), Variant(1 as Int32), Variant(1 as UInt32), Variant(["1"]), Variant(["a": Variant("1")])]
    for (index, variant) in all.enumerated() {
      let read: [Any?] = [variant.string, variant.bool, variant.int32, variant.uint32, variant.strings, variant.dictionary]
      for (other, value) in read.enumerated() { #expect((value != nil) == (index == other)) }
    }
  }

  @Test func layoutsComeBack() throws {
    let layouts: [String: [String: Variant]] = [
      "editor": ["version": Variant(1 as UInt32), "shown": Variant(["headings", "lists"]), "display": Variant("icons")],
      "browser": [:],
    ]
    let stored = Variant(layouts)
    #expect(stored.type == "a{sa{sv}}")
    let read = try #require(Variant(parsing: stored.description, type: "a{sa{sv}}")?.dictionaries)
    #expect(read == layouts)
    #expect(Variant(read) == stored)
  }

  @Test func damagedTextIsNil() {
    for text in ["", "{", "{'a': <1>", "<", "'\\", "{'a': 1, 'a'}"] { #expect(Variant(parsing: text, type: "a{sv}") == nil) }
    #expect(Variant(parsing: "'x'", type: "i") == nil)
  }
}
