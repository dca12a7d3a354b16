/// A setting in whole units, free of values that no player could take: milliseconds, bytes, bit/s, pixels, items.
///
/// Whole milliseconds make every number in a snippet exact decimal text; the players that take milliseconds take whole
/// ones.
struct WholeSetting {
  private var values: [PlayerSetting.Part: Int] = [:]
  /// The largest picture by width and height.
  let maximumResolution: PlayerSetting.Resolution?
  /// Whether playback waits until it is likely to keep up.
  let keepsUp: Bool
  /// What was changed on the way, in sentences.
  let notes: [String]

  /// The largest value: what the 32-bit numbers of ApsaraVideo and Media3 hold.
  static let largest = Int(Int32.max)

  /// The value of a part, if it is set.
  subscript(part: PlayerSetting.Part) -> Int? { values[part] }

  /// Whether a part is set.
  func has(_ part: PlayerSetting.Part) -> Bool {
    part == .maximumResolution ? maximumResolution != nil : values[part] != nil
  }

  /// A part's value with its unit, if it is set.
  func text(_ part: PlayerSetting.Part) -> String? {
    if part == .maximumResolution { return maximumResolution.map { "\($0.width)×\($0.height)" } }
    return values[part].map(part.text)
  }

  /// Rounds and bounds a setting.
  init(_ setting: PlayerSetting) {
    var notes: [String] = []
    keepsUp = setting.keepsUp
    for part in PlayerSetting.Part.allCases {
      if let seconds = setting.seconds(part) {
        values[part] = Self.milliseconds(seconds, of: part, notes: &notes)
      } else if let count = setting.count(part) {
        values[part] = Self.bounded(count, of: part, notes: &notes)
      }
    }
    if let size = setting.maximumResolution, size.width < 1 || size.height < 1 {
      notes.append("Left out: the maximum resolution \(size.width)×\(size.height) is not a picture size.")
      maximumResolution = nil
    } else {
      maximumResolution = setting.maximumResolution.map { size in
        let bounded = PlayerSetting.Resolution(
          width: min(size.width, Self.largest), height: min(size.height, Self.largest))
        if bounded != size {
          notes.append(
            "The maximum resolution \(size.width)×\(size.height) is lowered to \(bounded.width)×\(bounded.height), "
              + "the largest that a 32-bit number holds.")
        }
        return bounded
      }
    }
    self.notes = notes
  }

  private static func milliseconds(_ seconds: Double, of part: PlayerSetting.Part, notes: inout [String]) -> Int? {
    guard seconds.isFinite else {
      notes.append("Left out: the \(part.label) is not a finite number of seconds.")
      return nil
    }
    guard seconds >= 0 else {
      notes.append("Left out: the \(part.label) of \(seconds) s is negative.")
      return nil
    }
    guard seconds <= Double(largest) / 1000 else {
      notes.append(
        "The \(part.label) of \(seconds) s is lowered to \(part.text(largest)), what 32-bit milliseconds hold.")
      return largest
    }
    let rounded = Int((seconds * 1000).rounded())
    guard rounded >= part.smallest else {
      notes.append("The \(part.label) of \(seconds) s is raised to \(part.text(part.smallest)); 0 would mean none.")
      return part.smallest
    }
    // Noise of the last binary digits, such as 0.1 + 0.2, is not worth a note.
    if abs(seconds - Double(rounded) / 1000) > 1e-9 {
      notes.append("The \(part.label) of \(seconds) s is rounded to \(part.text(rounded)).")
    }
    return rounded
  }

  private static func bounded(_ count: Int, of part: PlayerSetting.Part, notes: inout [String]) -> Int? {
    guard count >= part.smallest else {
      notes.append("Left out: the \(part.label) of \(count) is less than \(part.smallest).")
      return nil
    }
    guard count <= largest else {
      notes.append(
        "The \(part.label) of \(part.text(count)) is lowered to \(part.text(largest)), what a 32-bit number holds.")
      return largest
    }
    return count
  }
}
