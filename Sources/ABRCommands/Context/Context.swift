/// What a command may use of its surroundings.
struct Context: Sendable {
  var console: Console
  var environment: [String: String]
}
