import ABRInput
import FoundationEssentials
import Glibc

/// The program: reads the command line, runs a verb, and turns what it throws into a message and an exit code.
@main
struct ABRLab {
  static func main() {
    // A closed pipe must be an error of the write, not the end of the process: exports and verdicts still count.
    signal(SIGPIPE, SIG_IGN)
    let process = ProcessInfo.processInfo
    let code = run(words(), environment: process.environment)
    exit(code.rawValue)
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
  static func run(_ words: [String], environment: [String: String]) -> ExitCode {
    let parser = CommandLineParser(program: ProgramSpec.program, version: "abrlab \(Version.current)")
    do {
      switch try parser.parse(words) {
      case .text(let text):
        let console = try Console(arguments: nil, environment: environment)
        console.output.write(text)
        return finish(.success, console)
      case .command(let arguments):
        let console = try Console(arguments: arguments, environment: environment)
        return run(arguments, context: Context(console: console, environment: environment))
      }
    } catch {
      report(error, environment: environment)
      return .usage
    }
  }

  private static func run(_ arguments: ParsedArguments, context: Context) -> ExitCode {
    guard let verb = ProgramSpec.verb(at: arguments.path) else {
      preconditionFailure("the command \(arguments.path) is in the table but has no verb")
    }
    let console = context.console
    do {
      return finish(try verb.run(arguments, context: context), console)
    } catch let error as UsageError {
      console.fail(error.message, hint: error.hint)
      return error.code
    } catch {
      console.fail("\(error)")
      return ExitCode(of: error)
    }
  }

  /// The exit code of a command that is through, unless its result never reached standard output.
  private static func finish(_ code: ExitCode, _ console: Console) -> ExitCode {
    guard let failure = console.output.failure else { return code }
    console.fail("standard output: \(failure)")
    return .failure
  }

  private static func report(_ error: UsageError, environment: [String: String]) {
    guard let console = try? Console(arguments: nil, environment: environment) else { return }
    console.fail(error.message, hint: error.hint)
  }
}
