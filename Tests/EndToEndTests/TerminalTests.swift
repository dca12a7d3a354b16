import Testing

@testable import ABRCommands

@Suite("Terminal")
struct TerminalTests {
  @Test(
    "colour follows the option, then NO_COLOR, then the forcing variables, then the terminal",
    arguments: [
      (Terminal.ColorChoice.always, ["NO_COLOR": "1"], false, true),
      (.never, ["CLICOLOR_FORCE": "1"], true, false),
      (.auto, ["NO_COLOR": "1", "FORCE_COLOR": "1"], true, false),
      (.auto, ["NO_COLOR": ""], true, true),
      (.auto, ["CLICOLOR_FORCE": "1"], false, true),
      (.auto, ["FORCE_COLOR": "1", "TERM": "dumb"], false, true),
      (.auto, ["FORCE_COLOR": "0"], false, false),
      (.auto, [:], true, true),
      (.auto, ["TERM": "dumb"], true, false),
      (.auto, ["TERM": "xterm"], false, false),
    ])
  func color(choice: Terminal.ColorChoice, environment: [String: String], isInteractive: Bool, isColored: Bool) {
    let terminal = Terminal(isInteractive: isInteractive, color: choice, environment: environment)
    #expect(terminal.usesColor == isColored)
    #expect(terminal.paint("x", .bad) == (isColored ? "\u{1B}[31mx\u{1B}[0m" : "x"))
  }

  @Test(
    "characters beyond ASCII need a UTF-8 locale",
    arguments: [
      (["LC_ALL": "C.UTF-8"], true), (["LANG": "de_DE.utf8"], true), (["LC_ALL": "C", "LANG": "C.UTF-8"], false),
      (["LC_ALL": "", "LC_CTYPE": "en_US.UTF-8"], true), ([:], false), (["LANG": "de_DE.UTF-8@euro"], true),
      (["LANG": "POSIX"], false),
    ])
  func unicode(environment: [String: String], usesUnicode: Bool) {
    let terminal = Terminal(isInteractive: true, color: .auto, environment: environment)
    #expect(terminal.usesUnicode == usesUnicode)
  }

  @Test(
    "progress is a line on a terminal, plain in build jobs, and nothing anywhere else",
    arguments: [
      (Progress.Choice.auto, true, false, [:], Progress.Style.line),
      (.auto, true, false, ["TERM": "dumb"], .none),
      (.auto, false, false, ["CI": "true"], .plain),
      (.auto, false, false, ["CI": "false"], .none),
      (.auto, false, false, [:], .none),
      (.plain, true, false, [:], .plain),
      (.none, true, false, ["CI": "1"], .none),
      (.plain, true, true, ["CI": "1"], .none),
    ])
  func progress(
    choice: Progress.Choice, isInteractive: Bool, isQuiet: Bool, environment: [String: String], style: Progress.Style
  ) {
    let found = Progress.Style(choice, isInteractive: isInteractive, isQuiet: isQuiet, environment: environment)
    #expect(found == style)
  }
}
