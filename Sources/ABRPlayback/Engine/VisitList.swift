/// The list of visits: what is known of it, and what follows what.
///
/// ```
/// known │ next page: not asked for ──▶ requested ──answer──▶ known, error──▶ not asked for
/// ```
struct VisitList {
  private(set) var visits: [Visit]
  /// Visits of the list that are known.
  private var known: Int
  private let pages: PageSettings?
  private var isPageRequested = false

  init(_ queue: ItemQueue) {
    visits = queue.visits
    pages = queue.pages
    known = queue.pages?.visits ?? .max
  }

  subscript(index: Int) -> Visit { visits[index] }

  @inline(__always)
  var count: Int { visits.count }

  // MARK: Pages

  /// Visits that are known, the whole list where it comes without pages.
  var knownCount: Int { min(known, visits.count) }

  /// Whether the page with a visit has come.
  @inline(__always)
  func isKnown(_ index: Int) -> Bool { index < known }

  /// What is to be requested while a visit is on the screen: the next page, once the last visit that is known is there.
  func missingPage(at index: Int) -> PageSettings? {
    index >= known - 1 && known < visits.count && !isPageRequested ? pages : nil
  }

  mutating func requestPage() { isPageRequested = true }

  /// A page has come: more of the list is known.
  mutating func finishPage() {
    isPageRequested = false
    known += pages?.visits ?? 0
  }

  /// The request of a page was answered with an error.
  mutating func refusePage() { isPageRequested = false }

  // MARK: Order

  /// The viewer adds a visit, which is known.
  mutating func insert(_ visit: Visit, at index: Int) {
    visits.insert(visit, at: index)
    if pages != nil { known += 1 }
  }

  /// Whether an item has a visit at most so many places before or after one.
  func shows(_ item: Int, around index: Int, before: Int, after: Int) -> Bool {
    visits[max(0, index - before)...min(index + after, visits.count - 1)].contains { $0.item == item }
  }

  /// The visit that comes up from a place on: on the way to where a seek goes, content between breaks is passed over.
  func next(from place: Int, toGoal goal: Int?) -> Int {
    var index = place
    guard let goal else { return index }
    while index < goal, !visits[index].isClip, visits[index].item == visits[goal].item { index += 1 }
    return index
  }

  /// Whether a visit continues its item after a break.
  func continues(at index: Int) -> Bool {
    let turn = visits[index]
    guard !turn.isClip, turn.from ?? 0 > 0, index > 0, visits[index - 1].isClip else { return false }
    return visits[..<index].last { !$0.isClip }?.item == turn.item
  }

  /// The visit that the viewer means by next or previous: of content, to another item than this one; `nil` for none.
  func neighbour(of index: Int, direction: Int) -> Int? {
    let visit = visits[index]
    let content = visit.isClip ? visits[index...].first { !$0.isClip }?.item ?? visit.item : visit.item
    var index = index + direction
    while visits.indices.contains(index) {
      if !visits[index].isClip, visits[index].item != content || (visits[index].from ?? -1) == 0 {
        // Backwards the item begins with its first visit, before any break.
        if direction < 0 {
          while index > 0, visits[index - 1].item == visits[index].item { index -= 1 }
        }
        return index
      }
      index += direction
    }
    return nil
  }

  /// The later visit that shows a position of the item of a visit; `nil` for none.
  func visit(after index: Int, showing position: Double) -> Int? {
    var goal: Int?
    for place in visits.indices.dropFirst(index + 1) {
      let turn = visits[place]
      if turn.isClip { continue }
      // Another item, or this one from its beginning once more.
      guard turn.item == visits[index].item, turn.from.map({ $0 > 0 && $0 <= position }) ?? true else { break }
      goal = place
      if position < turn.until { break }
    }
    return goal
  }

  /// The first visit that comes up on the way from one to another that a seek goes to.
  func first(from index: Int, to goal: Int, _ breaks: ItemQueue.BreaksOnSeek) -> Int {
    var first = goal
    switch breaks {
    case .none: break
    case .last: while first - 1 > index, visits[first - 1].isClip { first -= 1 }
    case .all: first = index + 1
    }
    return first < goal ? next(from: first, toGoal: goal) : first
  }
}
