import ABRInput

/// A property that a file does not state and its reader needs.
public enum TraceOption: String, Sendable, Hashable, CaseIterable {
  case interval, first, clock, gaps, unit, bin, idle, limited, smallest, rate, took, series, check

  /// The choices, the default first.
  public var values: String {
    switch self {
    case .interval: FaultText.choice(TraceOptions.Interval.allCases.map(\.rawValue))
    case .first: FaultText.choice(TraceOptions.First.allCases.map(\.rawValue))
    case .clock: FaultText.choice(TraceOptions.Clock.allCases.map(\.rawValue))
    case .gaps: FaultText.choice(TraceOptions.Gaps.allCases.map(\.rawValue))
    case .unit: RateUnit.choice
    case .bin: "a time such as 100ms"
    case .idle: "drop or keep"
    case .limited: "refuse or keep"
    case .smallest: "a size such as 50kB or 400kbit"
    case .rate: "time or mtp"
    case .took: "s, ms or us"
    case .series: "the name of one of several traces in a file"
    case .check: "on or off"
    }
  }

  /// What it decides.
  public var summary: String {
    switch self {
    case .interval: "a row's rate holds until its time stamp (ending) or from it on (starting)"
    case .first: "how long the first row of an ending interval lasts: not at all, up to its stamp, or one median step"
    case .clock: "what happens where time stamps do not rise: an error, the row is dropped, or a new trace begins"
    case .gaps:
      "time that no row covers, or one row far longer than the others: it is cut out, it is an outage, or a new trace begins"
    case .unit: "the unit of rates, where the file does not state it or states it wrongly"
    case .bin: "the length of a row made of packets"
    case .idle: "what becomes of seconds in which the phone downloaded nothing"
    case .limited: "what becomes of a log in which a player rested between downloads"
    case .smallest: "smaller chunks and requests are left out, for they measure round trips or, at a server, its socket"
    case .rate:
      "the source of rates in a server's log: durations of requests, or what players measured (CMCD)"
    case .took: "the unit of request durations in access logs that do not state it"
    case .series: "which of several traces in a file is meant"
    case .check: "whether implausible rates and times are refused"
    }
  }
}

/// What a user states about trace files beyond their content.
public struct TraceOptions: Sendable, Hashable {
  /// When a row's rate holds, seen from its time stamp.
  public enum Interval: String, Sendable, CaseIterable { case ending, starting }
  /// How long the first row of ending intervals lasts.
  public enum First: String, Sendable, CaseIterable { case drop, stamp, step }
  /// What happens where time stamps do not rise.
  public enum Clock: String, Sendable, CaseIterable { case refuse, drop, split }
  /// What becomes of time that no row covers.
  public enum Gaps: String, Sendable, CaseIterable { case close, outage, split }

  /// See ``TraceOption/interval``.
  public var interval: Interval = .ending
  /// See ``TraceOption/first``.
  public var first: First = .drop
  /// See ``TraceOption/clock``.
  public var clock: Clock = .refuse
  /// See ``TraceOption/gaps``; `nil` for what the format does by itself.
  public var gaps: Gaps?
  /// See ``TraceOption/unit``; `nil` for that of the format.
  public var unit: RateUnit?
  /// Seconds; see ``TraceOption/bin``.
  public var bin = 0.1
  /// See ``TraceOption/idle``.
  public var keepsIdle = false
  /// See ``TraceOption/limited``.
  public var keepsLimited = false
  /// Bits; see ``TraceOption/smallest``; `nil` for what the format does by itself.
  public var smallest: Double?
  /// See ``TraceOption/rate``: whether players' own figures count.
  public var usesPlayerRates = false
  /// See ``TraceOption/took``; `nil` where the line must state it.
  package var took: TimeUnit?
  /// Whether a log is read for its sessions instead of traces.
  package var readsVisits = false
  /// Whether a simulator that the user names says what files without units hold.
  package var isForSimulator = false
  /// See ``TraceOption/series``.
  public var series: String?
  /// See ``TraceOption/check``.
  public var checks = true
  /// What the columns of a table are; `nil` where no table is meant.
  public var columns: TableLayout?
  /// The form of an access log's lines; `nil` where none is said.
  public var logForm: AccessLogForm?
  /// The options that were given.
  public private(set) var given: Set<TraceOption> = []

  /// No options.
  public init() {}

  /// Reads `name=value` words, the columns of a table and the form of a log.
  ///
  /// - Throws: ``TraceError/invalid(field:found:allowed:)`` naming what is wrong.
  public init(parsing words: [String], columns: String? = nil, logFormat: String? = nil) throws(TraceError) {
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let option = TraceOption(rawValue: parts[0]) else {
        let names = FaultText.choice(TraceOption.allCases.map(\.rawValue))
        throw TraceError.invalid(field: "--trace-option", found: word, allowed: "NAME=VALUE with the name \(names)")
      }
      guard set(option, parts[1]) else {
        let isBare = option == .smallest && Double(parts[1]) != nil
        throw TraceError.invalid(
          field: "--trace-option \(option.rawValue)", found: parts[1] + (isBare ? " without a unit" : ""),
          allowed: option.values)
      }
      guard given.insert(option).inserted else {
        throw TraceError.invalid(
          field: "--trace-option", found: "\(option.rawValue) twice", allowed: "each name once")
      }
    }
    if let columns { self.columns = try TableLayout(parsing: columns) }
    if let logFormat { logForm = try AccessLogForm(parsing: logFormat) }
  }

  private mutating func set(_ option: TraceOption, _ value: String) -> Bool {
    func read<Value>(_ parsed: Value?, into place: WritableKeyPath<TraceOptions, Value>) -> Bool {
      guard let parsed else { return false }
      self[keyPath: place] = parsed
      return true
    }
    func one(of words: (no: String, yes: String), into place: WritableKeyPath<TraceOptions, Bool>) -> Bool {
      guard value == words.no || value == words.yes else { return false }
      self[keyPath: place] = value == words.yes
      return true
    }
    switch option {
    case .interval: return read(Interval(rawValue: value), into: \.interval)
    case .first: return read(First(rawValue: value), into: \.first)
    case .clock: return read(Clock(rawValue: value), into: \.clock)
    case .gaps: return read(Gaps(rawValue: value).map(Optional.some), into: \.gaps)
    case .unit: return read(RateUnit(word: value).map(Optional.some), into: \.unit)
    case .idle: return one(of: ("drop", "keep"), into: \.keepsIdle)
    case .limited: return one(of: ("refuse", "keep"), into: \.keepsLimited)
    case .check: return one(of: ("off", "on"), into: \.checks)
    case .series: return read(value.isEmpty ? nil : value, into: \.series)
    case .rate: return one(of: ("time", "mtp"), into: \.usesPlayerRates)
    case .took: return read(TimeUnit(rawValue: value).map(Optional.some), into: \.took)
    case .smallest: return read(SizeUnit.bits(parsing: value).map(Optional.some), into: \.smallest)
    case .bin: return read(TimeUnit.duration(value).flatMap { (0.001...60).contains($0) ? $0 : nil }, into: \.bin)
    }
  }
}
