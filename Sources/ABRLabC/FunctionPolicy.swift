import ABRCommands
import ABRRuns
import Synchronization

/// A policy of a program in another language: functions that are called with numbers.
///
/// The functions may be called from any thread, also from several at once, as long as the command is carried out; the
/// program keeps them and what the context points to until then.
@unsafe final class FunctionPolicy: ExternalPolicy, @unchecked Sendable {
  typealias Begin =
    @convention(c) (
      UnsafeMutableRawPointer?, Int64, Int32, Int32, Int32, Int32, UnsafePointer<Double>, UnsafePointer<Double>,
      UnsafePointer<Double>
    ) -> Int32
  typealias Decide =
    @convention(c) (
      UnsafeMutableRawPointer?, Int64, Int32, UnsafePointer<Double>, UnsafeMutablePointer<Int32>
    ) -> Int32
  typealias End = @convention(c) (UnsafeMutableRawPointer?, Int64) -> Void

  let begin: Begin
  let decide: Decide
  let end: End
  let context: UnsafeMutableRawPointer?
  private let groups = Atomic<Int64>(0)

  init(begin: @escaping Begin, decide: @escaping Decide, end: @escaping End, context: UnsafeMutableRawPointer?) {
    unsafe self.begin = begin
    unsafe self.decide = decide
    unsafe self.end = end
    unsafe self.context = context
  }

  func begin(_ group: SessionGroup, isCancelled: @escaping () -> Bool) throws -> any GroupDecisions {
    let id = unsafe groups.wrappingAdd(1, ordering: .relaxed).oldValue
    try unsafe tell(id, group)
    return unsafe Decisions(policy: self, id: id)
  }

  /// Says what a group plays, or plays from now on.
  private func tell(_ id: Int64, _ group: SessionGroup) throws {
    let video = group.video
    let bandwidths = group.eligible.map { Double(video.ladder[$0].bandwidth) }
    let durations = (0..<group.segmentCount).map { video.segmentDuration($0) }
    let sizes = (0..<group.segmentCount).flatMap { segment in
      group.eligible.map { Double(video.size(segment: segment, rendition: $0)) }
    }
    // The arrays live as long as the call.
    let code = unsafe begin(
      context, id, Int32(group.traces.count), Int32(bandwidths.count), Int32(durations.count),
      Int32(group.initialPosition), bandwidths, durations, sizes)
    guard code == 0 else { throw ExternalPolicyError("the policy has refused to begin") }
  }

  @unsafe private struct Decisions: GroupDecisions {
    let policy: FunctionPolicy
    let id: Int64

    func decide(_ questions: [PolicyQuestion]) throws -> [Int] {
      let numbers = questions.flatMap(\.numbers)
      var answers = [Int32](repeating: -1, count: questions.count)
      // The arrays live as long as the call.
      let code = unsafe policy.decide(policy.context, id, Int32(questions.count), numbers, &answers)
      guard code == 0 else { throw ExternalPolicyError("the policy has failed") }
      return answers.map(Int.init)
    }

    func continueSession(with group: SessionGroup) throws {
      try unsafe policy.tell(id, group)
    }

    func end() { unsafe policy.end(policy.context, id) }
  }
}

@_cdecl("abrlab_call_policy")
package func callPolicy(
  _ call: UnsafeMutableRawPointer, _ name: UnsafePointer<CChar>,
  _ begin:
    @convention(c) (
      UnsafeMutableRawPointer?, Int64, Int32, Int32, Int32, Int32, UnsafePointer<Double>, UnsafePointer<Double>,
      UnsafePointer<Double>
    ) -> Int32,
  _ decide:
    @convention(c) (
      UnsafeMutableRawPointer?, Int64, Int32, UnsafePointer<Double>, UnsafeMutablePointer<Int32>
    ) -> Int32,
  _ end: @convention(c) (UnsafeMutableRawPointer?, Int64) -> Void, _ context: UnsafeMutableRawPointer?
) {
  let policy = unsafe FunctionPolicy(begin: begin, decide: decide, end: end, context: context)
  unsafe Call.at(call).command.add(policy, named: String(cString: name))
}
