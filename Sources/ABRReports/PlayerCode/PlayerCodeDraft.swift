/// A snippet in the making: its lines, its notes, and which parts of the setting have been dealt with.
struct PlayerCodeDraft {
  typealias Part = PlayerSetting.Part

  /// The setting in whole units.
  let setting: WholeSetting
  /// The lines so far.
  private(set) var lines: [String] = []
  /// The notes so far.
  private(set) var notes: [String]
  private var handled: Set<Part> = []

  /// Starts with the notes of the setting's own rounding.
  init(_ setting: WholeSetting) {
    self.setting = setting
    notes = setting.notes
  }

  /// Adds lines of code.
  mutating func add(_ lines: String...) { self.lines += lines }

  /// Adds lines of code.
  mutating func add(_ lines: [String]) { self.lines += lines }

  /// Adds a note.
  mutating func note(_ sentence: String) { notes.append(sentence) }

  /// A part's value, which the caller writes into the code.
  mutating func take(_ part: Part) -> Int? {
    handled.insert(part)
    return setting[part]
  }

  /// Marks parts that the code holds or that a note speaks of.
  mutating func handle(_ parts: Part...) { handled.formUnion(parts) }

  /// Notes, in one sentence, the parts of these that are set and not dealt with: the player has no option for them.
  mutating func leaveOut(_ parts: Part..., because reason: String) { leaveOut(parts, because: reason) }

  /// Notes every part that has not been dealt with.
  ///
  /// - Parameter target: the player.
  mutating func leaveOutTheRest(for target: PlayerTarget) {
    leaveOut(Part.allCases, because: "this player has no option for it")
    if setting.keepsUp, !target.keepsUp {
      note("Left out: keep-up, a start once the rest is likely to come in time; this player has no option for it.")
    }
  }

  private mutating func leaveOut(_ parts: [Part], because reason: String) {
    let texts = parts.compactMap { part in
      handled.contains(part) ? nil : setting.text(part).map { "\(part.label) \($0)" }
    }
    handled.formUnion(parts)
    if !texts.isEmpty { note("Left out: \(texts.joined(separator: ", ")); \(reason).") }
  }

  /// Says where the floor of the byte budget is another than the option that is one.
  mutating func moveByteFloor(to level: Int, option: String) {
    guard let floor = take(.byteFloor), floor != level else { return }
    note(
      "The \(Part.byteFloor.label) of \(Part.byteFloor.text(floor)) becomes \(option), \(Part.byteFloor.text(level)).")
  }

  /// Raises or lowers a value and says so.
  mutating func move(_ part: Part, _ value: inout Int, to new: Int, because reason: String) {
    guard new != value else { return }
    let owner = setting.has(part) ? "The" : "The player's own"
    let change = new < value ? "lowered" : "raised"
    note("\(owner) \(part.label) of \(part.text(value)) is \(change) to \(part.text(new)): \(reason).")
    value = new
  }
}
