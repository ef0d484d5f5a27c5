/// Remembers the places that one went through, back and forth.
public struct BrowsingHistory<Place: Equatable & Sendable>: Equatable, Sendable {
  public private(set) var current: Place
  private var past: [Place] = []
  private var future: [Place] = []

  public init(at place: Place) { current = place }

  public var canGoBack: Bool { !past.isEmpty }
  public var canGoForward: Bool { !future.isEmpty }

  /// Goes to a place; what was ahead is forgotten. Going to where one is does nothing.
  public mutating func go(to place: Place) {
    guard place != current else { return }
    past.append(current)
    if past.count > 100 { past.removeFirst() }
    current = place
    future = []
  }

  /// Goes one step back; answers whether there was one.
  @discardableResult
  public mutating func goBack() -> Bool {
    guard let place = past.popLast() else { return false }
    future.append(current)
    current = place
    return true
  }

  /// Goes one step forward; answers whether there was one.
  @discardableResult
  public mutating func goForward() -> Bool {
    guard let place = future.popLast() else { return false }
    past.append(current)
    current = place
    return true
  }

  /// Says what the present place is called now.
  public mutating func replaceCurrent(with place: Place) { current = place }

  /// Puts places before the first step, for somebody who came in at a later one.
  public mutating func begin(at places: [Place]) {
    if past.isEmpty { past = places.filter { $0 != current } }
  }

  /// Forgets places that are no more; where one is stays.
  public mutating func remove(where isGone: (Place) -> Bool) {
    past.removeAll(where: isGone)
    future.removeAll(where: isGone)
  }
}
