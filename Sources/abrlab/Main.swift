import ABRCommands

/// The program: carries out the command line of this process.
@main
struct Main {
  static func main() { ABRLab.main() }
}
