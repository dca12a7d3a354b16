import ABRInput
import ABRRuns
import ABRSessions
import FoundationEssentials
import Glibc

/// The lab's commands: reads a command line, runs a verb, and turns what it throws into a message and an exit code.
package enum ABRLab {
  /// Carries out the command line of this process, and ends it.
  package static func main() -> Never {
    // A closed pipe or a file at its limit must be an error of the write, not the end of the process: exports and
    // verdicts still count, and temporary files are removed.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    OpenFile.fillStandardStreams()
    Interruption.unblock()
    exit(run(words(), on: .process).rawValue)
  }

  /// The words after the program's name, whatever bytes they are.
  private static func words() -> [String] {
    // The system's list lives as long as the process and has so many words, each ended by a zero.
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe PathText.text(Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
    }
  }

  /// Carries out one command line.
  static func run(_ words: [String], on host: Host) -> ExitCode {
    reporting(on: host) { () throws(UsageError) in
      let asked: CommandLineParser.Request
      do throws(UsageError) {
        asked = try request(words)
      } catch {
        CheckCommand.refuse("\(error)", words: words, on: host)
        throw error
      }
      switch asked {
      case .text(let text):
        let console = try Console(arguments: nil, host: host)
        console.output.write(text)
        return finish(.success, console)
      case .command(let arguments):
        return try run(arguments, on: host) { context in
          guard let verb = ProgramSpec.verb(at: arguments.path) else {
            preconditionFailure("the command \(arguments.path) is in the table but has no verb")
          }
          return try verb.run(arguments, context: context)
        }
      }
    }
  }

  /// Compares two configurations of a run that was played, as `abrlab compare A B` does of one that it plays.
  static func run(_ words: [String], comparing result: ExperimentResult, on host: Host) -> ExitCode {
    reporting(on: host) { () throws(UsageError) in
      guard case .command(let arguments) = try request(words), arguments.path == [CompareCommand.spec.name] else {
        throw UsageError("found no comparison, expected compare, two configurations and options")
      }
      return try run(arguments, on: host) { try CompareCommand.run(arguments, of: result, context: $0) }
    }
  }

  /// Does something with the values of a command in place of what the command does.
  static func run(
    _ words: [String], on host: Host, _ body: (ParsedArguments, Context) throws -> ExitCode
  ) -> ExitCode {
    reporting(on: host) { () throws(UsageError) in
      guard case .command(let arguments) = try request(words) else {
        throw UsageError("\(words.joined(separator: " ")) is no command with options")
      }
      return try run(arguments, on: host) { try body(arguments, $0) }
    }
  }

  /// What words ask for.
  ///
  /// - Throws: ``UsageError`` for words that no command has.
  private static func request(_ words: [String]) throws(UsageError) -> CommandLineParser.Request {
    try CommandLineParser(program: ProgramSpec.program, version: "abrlab \(Version.current)").parse(words)
  }

  /// Does something for a command with its values, and says what was wrong.
  ///
  /// - Throws: ``UsageError`` for values with which nothing can be said.
  private static func run(
    _ arguments: ParsedArguments, on host: Host, _ body: (Context) throws -> ExitCode
  ) throws(UsageError) -> ExitCode {
    let console = try Console(arguments: arguments, host: host)
    do {
      return finish(try body(Context(console: console, environment: host.environment)), console)
    } catch let error as UsageError {
      console.fail(error.message, hint: error.hint)
      return error.code
    } catch {
      console.fail("\(error)", hint: (error as? SettingError)?.hint ?? (error as? DamagedRecord)?.hint)
      return ExitCode(of: error)
    }
  }

  /// The exit code of a command that is through, unless its result never reached standard output.
  private static func finish(_ code: ExitCode, _ console: Console) -> ExitCode {
    guard let failure = console.output.failure else { return code }
    console.fail("standard output: \(failure)")
    return .failure
  }

  /// Does something, and says what was wrong before there was a console with the user's wishes.
  private static func reporting(on host: Host, _ body: () throws(UsageError) -> ExitCode) -> ExitCode {
    do {
      return try body()
    } catch {
      if let console = try? Console(arguments: nil, host: host) { console.fail(error.message, hint: error.hint) }
      return .usage
    }
  }
}
