import ABRInput
import FoundationEssentials
import Glibc

/// A program that reads lines and answers each with a line.
///
/// It belongs to one thread at a time. What it writes to standard error is kept for messages.
final class ProgramProcess {
  /// Why there is no answer.
  struct Failure: Error {
    let reason: String
  }

  private let process: pid_t
  /// Its standard input and output.
  private let connection: OpenFile
  private let errors: OpenFile
  /// The last words of its standard error before the file was emptied.
  private var earlierErrors: [UInt8] = []
  /// What has come and was not asked for yet.
  private(set) var received: [UInt8] = []
  private var number = 0
  /// How it has ended; `nil` as long as it runs.
  private var status: Int32?
  private var isOver = false
  /// Whether it had to be killed, since its end of input did not end it.
  private(set) var wasKilled = false

  /// Milliseconds after which a wait looks whether anybody still wants the answer.
  private static let longestPoll = 100.0
  /// The longest answer that is read, in bytes.
  private static let longestLine = 1 << 24
  /// Bytes of standard error that are looked at, from its end.
  private static let lastWords = 1 << 14
  /// Milliseconds that a program has to end by itself once its input has ended.
  private static let longestEnd = 200

  /// Starts a program.
  ///
  /// - Throws: ``Failure`` with what the system refuses.
  init(_ program: String) throws(Failure) {
    var ends: [Int32] = [0, 0]
    // Nobody else that is started meanwhile gets it, as with a pipe.
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw Failure(reason: SystemReason.last.text)
    }
    let (ours, theirs) = (OpenFile(descriptor: ends[0]), OpenFile(descriptor: ends[1]))
    do throws(SystemReason) {
      errors = try OpenFile.scratch().apartFromStandardStreams()
    } catch {
      throw Failure(reason: "no temporary file can be made in \(OpenFile.scratchFolder): \(error.text)")
    }
    do throws(SystemReason) {
      connection = try ours.apartFromStandardStreams()
      let theirs = try theirs.apartFromStandardStreams()
      process = try Self.start(program, streams: [theirs, theirs, errors].map(\.descriptor))
    } catch {
      let mend =
        switch error.code {
        case ENOEXEC: "; \(ProgramPolicy.firstLine)"
        case ENOENT: "; it is there, but not what its first line names to run it"
        default: ""
        }
      throw Failure(reason: error.text + mend)
    }
    ProgramGroups.add(process)
    _ = fcntl(connection.descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { stop() }

  /// The last line that it wrote to standard error; `nil` for none.
  var lastError: String? {
    guard let bytes = try? errors.lastBytes(Self.lastWords) else { return nil }
    let words = (earlierErrors + bytes).suffix(Self.lastWords)
    return String(decoding: words, as: UTF8.self).split(whereSeparator: \.isNewline).last.map(String.init)
  }

  /// Keeps no more of a standard error than its last words, so that it fills no disk.
  private func shortenErrors(above limit: Int) {
    let bytes = errors.emptied(keeping: Self.lastWords, above: limit)
    if !bytes.isEmpty { earlierErrors = bytes }
  }

  /// The number of the next message, from 1.
  func nextNumber() -> Int {
    number += 1
    return number
  }

  /// Whether it has written output that has not been read.
  var hasUnread: Bool {
    if received.isEmpty { _ = readMore() }
    return !received.isEmpty
  }

  /// Says that no more questions come.
  func endInput() { shutdown(connection.descriptor, Int32(SHUT_WR)) }

  /// What it writes until it ends or closes its output, without blanks and line ends.
  ///
  /// - Parameter deadline: the end of the wait.
  func rest(until deadline: ContinuousClock.Instant) -> [UInt8] {
    while received.count < Self.longestLine, (try? wait(for: POLLIN, until: deadline) { false }) == true {
      guard readMore() ?? 0 > 0 else { break }
    }
    return received.filter { $0 > UInt8(ascii: " ") }
  }

  /// Reads what is there.
  ///
  /// - Returns: bytes; 0 at the end, and `nil` where nothing is there yet.
  private func readMore() -> Int? {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    // The block lives for the call.
    let count = unsafe block.withUnsafeMutableBytes {
      unsafe Glibc.read(connection.descriptor, $0.baseAddress, $0.count)
    }
    if count < 0 { return errno == EINTR || errno == EAGAIN ? nil : 0 }
    received += block[..<count]
    return count
  }

  /// Writes a line.
  ///
  /// - Throws: ``Failure`` where it is not read in time, the program has ended, or nobody waits any more.
  func send(_ line: String, within seconds: Double, isCancelled: () -> Bool) throws(Failure) {
    let bytes = Array(line.utf8)
    let deadline = ContinuousClock.now + .seconds(seconds)
    shortenErrors(above: 1 << 20)
    var written = 0
    while written < bytes.count {
      // The rest of the array, which is not empty and lives for the call.
      let count = unsafe bytes.withUnsafeBytes {
        // A program that has ended must not end the one that has the lab in it.
        unsafe Glibc.send(
          connection.descriptor, $0.baseAddress! + written, $0.count - written, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        guard try wait(for: POLLOUT, until: deadline, isCancelled) else {
          throw Failure(reason: "it did not read the message within \(seconds) s")
        }
      } else if errno != EINTR {
        throw Failure(reason: ending)
      }
    }
  }

  /// Reads a line, without its end.
  ///
  /// - Throws: ``Failure`` where none comes in time, the program has ended, or nobody waits any more.
  func receive(within seconds: Double, isCancelled: () -> Bool) throws(Failure) -> [UInt8] {
    let deadline = ContinuousClock.now + .seconds(seconds)
    var searched = 0
    while true {
      if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(received[..<end])
        received.removeFirst(end + 1)
        return line
      }
      searched = received.count
      guard searched < Self.longestLine else { throw Failure(reason: "its answer has more than \(searched) bytes") }
      guard try wait(for: POLLIN, until: deadline, isCancelled) else {
        throw Failure(reason: "no answer within \(seconds) s")
      }
      if readMore() == 0 { throw Failure(reason: ending) }
    }
  }

  /// Ends the program and those that it has started: its input ends, it has a moment to end by itself, and what is left
  /// of its group is killed.
  func stop() {
    guard !isOver else { return }
    isOver = true
    endInput()
    wasKilled = !hasEnded(within: Self.longestEnd)
    // Until it is reaped its process ID is not reused.
    kill(-process, SIGKILL)
    while waitpid(process, nil, 0) < 0, errno == EINTR {}
    ProgramGroups.remove(process)
  }

  /// Whether it ends in time. It keeps its number until it is stopped.
  private func hasEnded(within milliseconds: Int) -> Bool {
    for _ in 0...milliseconds {
      var found = unsafe siginfo_t()
      let isKnown = unsafe waitid(P_PID, id_t(process), &found, WEXITED | WNOHANG | WNOWAIT) == 0
      // The call has written a child's end, or left the number 0.
      if isKnown, unsafe found.si_signo == SIGCHLD {
        let value = unsafe found._sifields._sigchld.si_status
        status = unsafe found.si_code == Int32(CLD_EXITED) ? value << 8 : value
        return true
      }
      usleep(1000)
    }
    return false
  }

  /// How the program has ended that neither reads nor writes any more.
  private var ending: String {
    guard !isOver, hasEnded(within: 100), let status else { return "it closed its standard input or output" }
    return Self.text(of: status)
  }

  /// How a program that was stopped has failed after its last answer; `nil` where its exit code was 0, or it was killed
  /// because it did not end.
  var lateFailure: String? { isOver ? status.flatMap { $0 == 0 ? nil : Self.text(of: $0) } : nil }

  private static func text(of status: Int32) -> String {
    status & 0x7f == 0
      ? "it ended with exit code \(status >> 8 & 0xff)" : "it was ended by signal \(status & 0x7f)"
  }

  /// Whether something happens before the deadline.
  private func wait(
    for event: Int32, until deadline: ContinuousClock.Instant, _ isCancelled: () -> Bool
  ) throws(Failure) -> Bool {
    while true {
      let left = (deadline - .now) / .milliseconds(1)
      guard left > 0 else { return false }
      guard !isCancelled() else { throw Failure(reason: "interrupted") }
      var descriptor = pollfd(fd: connection.descriptor, events: Int16(event), revents: 0)
      let found = unsafe poll(&descriptor, 1, Int32(min(left.rounded(.up), Self.longestPoll)))
      if found > 0 { return true }
      // What it writes at this moment may be lost.
      shortenErrors(above: 1 << 26)
      // What it has started may hold its output open.
      if found == 0, hasEnded(within: 0), unsafe poll(&descriptor, 1, 0) <= 0 { throw Failure(reason: ending) }
      if found < 0, errno != EINTR { return true }
    }
  }

  private static func start(_ program: String, streams: [Int32]) throws(SystemReason) -> pid_t {
    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    // Lists of copied words that end in nothing, as the call wants them; all are freed before this function returns.
    var words = unsafe [strdup(PathText.cString(program)), nil]
    var variables = unsafe environment.map { unsafe strdup($0) } + [nil]
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
      for index in unsafe words.indices { unsafe free(words[index]) }
      for index in unsafe variables.indices { unsafe free(variables[index]) }
    }
    for (number, stream) in streams.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
    }
    // A group of its own: Ctrl-C is for the lab, which ends the program.
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    var process = pid_t()
    let reason = unsafe posix_spawn(&process, words[0]!, &actions, &attributes, &words, &variables)
    guard reason == 0 else { throw SystemReason(code: reason) }
    return process
  }
}
