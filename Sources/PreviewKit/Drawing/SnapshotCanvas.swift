// Owns: the typesetter's drawing on a widget.

internal import CGtkShim
internal import Typesetting

/// Draws what the typesetter set into a GtkSnapshot.
final class SnapshotCanvas: Canvas {
  private let snapshot: OpaquePointer
  private let textures: TextureCache

  /// Makes a canvas for one drawing; the snapshot must outlive it.
  init(_ snapshot: OpaquePointer, textures: TextureCache) {
    self.snapshot = snapshot
    self.textures = textures
  }

  func fill(_ rect: Rect, _ colour: Typesetting.Colour, radius: Double) {
    var native = rect.native
    var ink = colour.native
    guard radius > 0 else {
      gtk_snapshot_append_color(snapshot, &ink, &native)
      return
    }
    var outline = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&outline, &native, Float(min(radius, rect.width / 2, rect.height / 2)))
    gtk_snapshot_push_rounded_clip(snapshot, &outline)
    gtk_snapshot_append_color(snapshot, &ink, &native)
    gtk_snapshot_pop(snapshot)
  }

  func frame(_ rect: Rect, _ colour: Typesetting.Colour, thickness: Double, radius: Double) {
    var native = rect.native
    var outline = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&outline, &native, Float(min(radius, rect.width / 2, rect.height / 2)))
    let width = Float(thickness)
    let ink = colour.native
    gtk_snapshot_append_border(snapshot, &outline, [width, width, width, width], [ink, ink, ink, ink])
  }

  func line(_ points: [(x: Double, y: Double)], _ colour: Typesetting.Colour, thickness: Double) {
    guard let first = points.first else { return }
    // GTK 4.8 has no paths of its own; Cairo draws these few small figures.
    var area = Rect(x: first.x, y: first.y, width: 0, height: 0)
    for point in points {
      let (right, bottom) = (max(area.right, point.x), max(area.bottom, point.y))
      area.x = min(area.x, point.x)
      area.y = min(area.y, point.y)
      area.width = right - area.x
      area.height = bottom - area.y
    }
    var native = area.inset(x: -thickness, y: -thickness).native
    guard let cairo = gtk_snapshot_append_cairo(snapshot, &native) else { return }
    CairoCanvas(cairo).line(points, colour, thickness: thickness)
    cairo_destroy(cairo)
  }

  func draw(_ layout: OpaquePointer, x: Double, y: Double, _ colour: Typesetting.Colour) {
    var ink = colour.native
    var point = graphene_point_t(x: Float(x), y: Float(y))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &point)
    gtk_snapshot_append_layout(snapshot, layout, &ink)
    gtk_snapshot_restore(snapshot)
  }

  func draw(_ picture: DecodedPicture, in rect: Rect) {
    var native = rect.native
    gtk_snapshot_append_texture(snapshot, textures.texture(of: picture), &native)
  }

  func clip(to rect: Rect) {
    var native = rect.native
    gtk_snapshot_push_clip(snapshot, &native)
  }

  func unclip() { gtk_snapshot_pop(snapshot) }
}

/// Keeps the textures of the pictures that were drawn lately.
@MainActor
final class TextureCache {
  private var textures: [ObjectIdentifier: (picture: DecodedPicture, texture: OpaquePointer)] = [:]

  /// Gives the texture of a picture; it belongs to the cache.
  func texture(of picture: DecodedPicture) -> OpaquePointer {
    if let known = textures[ObjectIdentifier(picture)] { return known.texture }
    let texture = gdk_texture_new_for_pixbuf(picture.pixbuf)!
    textures[ObjectIdentifier(picture)] = (picture, texture)
    return texture
  }

  /// Forgets all textures.
  func clear() {
    for entry in textures.values { g_object_unref(UnsafeMutableRawPointer(entry.texture)) }
    textures = [:]
  }

  isolated deinit { clear() }
}

extension Rect {
  var native: graphene_rect_t {
    graphene_rect_t(
      origin: graphene_point_t(x: Float(x), y: Float(y)), size: graphene_size_t(width: Float(width), height: Float(height)))
  }
}

extension Typesetting.Colour {
  var native: GdkRGBA { GdkRGBA(red: Float(red), green: Float(green), blue: Float(blue), alpha: Float(alpha)) }
}
