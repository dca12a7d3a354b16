import ABRInput
import ABRRuns
import Glibc
import Synchronization

/// A policy in a program of its own, `exec(./policy.py)`: as many processes as groups are played at once.
final class ProgramPolicy: ExternalPolicy {
  /// What is started.
  let program: String
  /// Digest of the program's bytes.
  let sha256: String
  /// What a script needs.
  static let firstLine = "its first line names what runs it, such as #!/usr/bin/env python3"
  private let seconds: Double
  private let hasSizes: Bool
  private let idle = Mutex<[Seat]>([])
  /// Whether one of the processes had to be killed, and whether that was said.
  private let killed = Mutex((was: false, isSaid: false))

  /// A process that nobody else uses.
  private struct Seat: @unchecked Sendable {
    let process: ProgramProcess
  }

  /// Finds a program.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - seconds: the longest wait for an answer.
  ///   - hasSizes: whether it is told the sizes of segments.
  /// - Throws: ``UsageError`` for what is no program.
  init(_ program: String, within seconds: Double, hasSizes: Bool = true) throws(UsageError) {
    self.program = program.contains("/") ? program : "./\(program)"
    self.seconds = seconds
    self.hasSizes = hasSizes
    let path = self.program
    do throws(FileFault) {
      sha256 = SHA256.hexDigest(of: try InputFile.read(path))
    } catch {
      throw UsageError("exec(\(program)): cannot be read: \(error.reason)", code: .missingInput)
    }
    guard unsafe access(PathText.cString(path), X_OK) == 0 else {
      throw UsageError(
        "exec(\(program)): it may not be run as a program",
        hint: "\(Self.firstLine), and chmod +x \(path) allows it")
    }
  }

  func begin(_ group: SessionGroup, isCancelled: @escaping () -> Bool) throws -> any GroupDecisions {
    let process: ProgramProcess
    if let seat = idle.withLock({ $0.popLast() }) {
      process = seat.process
    } else {
      do {
        // By the same path in every command and on every machine.
        process = try ProgramProcess(ResolvedPath.absolute(program))
      } catch {
        throw ExternalPolicyError("exec(\(program)): it cannot be started: \(error.reason)")
      }
    }
    let conversation = Conversation(policy: self, process: process, isCancelled: isCancelled)
    try conversation.begin(group)
    return conversation
  }

  /// Lets all processes end in order, with exit code 0. A line that answers no question is found here at the latest: of
  /// a program of version 1 it may have been taken for the next answer.
  func finish() throws {
    let seats = idle.withLock { seats in
      defer { seats = [] }
      return seats
    }
    for seat in seats { seat.process.endInput() }
    let deadline = ContinuousClock.now + .seconds(min(seconds, 2))
    for seat in seats {
      let rest = seat.process.rest(until: deadline)
      seat.process.stop()
      if seat.process.wasKilled { killed.withLock { $0.was = true } }
      guard rest.isEmpty else {
        throw ExternalPolicyError(
          "exec(\(program)): it wrote more lines than it was asked for, the last one "
            + "\(Conversation.shortened(String(decoding: rest, as: UTF8.self)))")
      }
      if let failure = seat.process.lateFailure {
        let said = seat.process.lastError.map { "; its standard error ends with: \(Conversation.shortened($0))" } ?? ""
        throw ExternalPolicyError("exec(\(program)): \(failure) after its last answer\(said)")
      }
    }
  }

  func takeWarnings() -> [String] {
    killed.withLock { killed in
      guard killed.was, !killed.isSaid else { return [] }
      killed.isSaid = true
      return ["exec(\(program)): still running after the end of its standard input, and killed; it should exit there"]
    }
  }

  /// One group of sessions with a process.
  private final class Conversation: GroupDecisions {
    private let policy: ProgramPolicy
    private let process: ProgramProcess
    private let isCancelled: () -> Bool
    private var greeting = ProgramMessages.Greeting()
    private var renditions = 0
    private var hasFailed = false

    init(policy: ProgramPolicy, process: ProgramProcess, isCancelled: @escaping () -> Bool) {
      self.policy = policy
      self.process = process
      self.isCancelled = isCancelled
    }

    func begin(_ group: SessionGroup) throws { try set(group, goesOn: false) }

    func continueSession(with group: SessionGroup) throws { try set(group, goesOn: true) }

    private func set(_ group: SessionGroup, goesOn: Bool) throws {
      let number = process.nextNumber()
      let message = ProgramMessages.setup(group, number: number, hasSizes: policy.hasSizes, goesOn: goesOn)
      greeting = try ask(message) { line throws(InputFault) in try ProgramMessages.greeting(line, number: number) }
      renditions = group.eligible.count
    }

    func decide(_ questions: [PolicyQuestion]) throws -> [Int] {
      let number = greeting.version > 1 ? process.nextNumber() : nil
      let message = ProgramMessages.decide(questions, columns: greeting.columns, number: number)
      let (answers, line) = try ask(message) { line throws(InputFault) in
        (try ProgramMessages.answer(line, number: number), line)
      }
      guard answers.count == questions.count else {
        throw failure("found \(answers.count) renditions, expected \(questions.count)", message, line)
      }
      if let wrong = answers.first(where: { $0 >= renditions }) {
        throw failure("found rendition \(wrong), expected 0 to \(renditions - 1)", message, line)
      }
      return answers
    }

    func end() {
      guard !hasFailed,
        (try? process.send(ProgramMessages.end, within: policy.seconds, isCancelled: isCancelled)) != nil
      else { return }
      let seat = Seat(process: process)
      policy.idle.withLock { $0.append(seat) }
    }

    /// Sends a message, and reads what comes back.
    private func ask<Answer>(_ message: String, _ read: ([UInt8]) throws(InputFault) -> Answer) throws -> Answer {
      var line: [UInt8]?
      do {
        if process.hasUnread { throw ProgramProcess.Failure(reason: "it wrote more than one line") }
        try process.send(message, within: policy.seconds, isCancelled: isCancelled)
        let received = try process.receive(within: policy.seconds, isCancelled: isCancelled)
        line = received
        return try read(received)
      } catch let error as ProgramProcess.Failure {
        throw failure(error.reason, message, line ?? process.received)
      } catch let error as InputFault {
        throw failure("found \(error.found), expected \(error.allowed)", message, line ?? [])
      }
    }

    /// What went wrong: the program's own last words in front of the exchange, which is long.
    private func failure(_ reason: String, _ message: String, _ answer: [UInt8]) -> ExternalPolicyError {
      hasFailed = true
      let heard = answer.isEmpty ? "nothing" : Self.shortened(String(decoding: answer, as: UTF8.self))
      let said = process.lastError.map { "; its standard error ends with: \(Self.shortened($0))" } ?? ""
      return ExternalPolicyError(
        "exec(\(policy.program)): \(reason)\(said); it was sent \(Self.shortened(message)) and answered \(heard)")
    }

    static func shortened(_ text: String) -> String {
      let text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
      return VisibleText.text(text.count <= 300 ? text : "\(text.prefix(200)) … \(text.suffix(80))")
    }
  }
}
