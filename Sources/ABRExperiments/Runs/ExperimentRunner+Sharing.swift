import ABRNetwork
import ABRPlayback
import ABRPolicies

extension ExperimentRunner {
  /// Runs an experiment whose combinations are settings of a search, and plays no session that would be the same as another.
  ///
  /// Combinations are played in their order. Each session says of which other settings it is the session too (``Played/standsFor``); where such a
  /// setting is a combination of the experiment, it is not played (``Played/isCopy``).
  ///
  /// - Parameters:
  ///   - sharing: which settings the combinations are; of the lab's own model, without policies that keep state.
  ///   - played: counts the sessions that were played.
  ///   - progress: counts all sessions, those that are the same as another included.
  /// - Returns: as ``run(on:cancellation:progress:everyTick:)``, for any number of jobs.
  /// - Throws: as ``run(on:cancellation:progress:everyTick:)``.
  /// - Complexity: O(sessions played × segments + sessions played × settings with the same beginning × ticks).
  public func run(
    sharing: SessionSharing, on topology: some Topology, cancellation: CancellationFlag = CancellationFlag(),
    played: ProgressCounter = ProgressCounter(), progress: ProgressCounter = ProgressCounter(),
    everyTick: (() -> Void)? = nil
  ) throws(SpecError) -> (sessions: [Played?], report: PoolReport) {
    let experiment = experiment
    precondition(experiment.model == .lab && sharing.settings.count == experiment.cells.count, "settings of a search")
    var made: [[AnyPlayer]] = []
    if !experiment.playsQueues {
      for input in experiment.videos {
        var row: [AnyPlayer] = []
        for cell in experiment.cells { row.append(try cell.makePlayer(input.video)) }
        made.append(row)
      }
    }
    let players = made
    precondition(players.allSatisfy { !$0.contains(where: \.inheritsState) }, "settings are played in no order")
    let programmes = experiment.programmeCount
    let cellOfSetting = Dictionary(
      sharing.settings.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let plan = WorkPlan(topology: topology, jobs: jobs, groupSizes: experiment.traces.map { _ in programmes })
    let slots = ResultSlots<[Played]>(count: plan.itemCount)
    let report = PinnedPool(plan: plan).run(
      cancellation: cancellation, progress: ProgressCounter(), everyTick: everyTick.map { tick in { _ in tick() } },
      prepare: { queue in StartTable(of: experiment, traces: queue.groups) },
      body: { chunk, starts, _ in
        var scratch = SessionScratch()
        scratch.keepsTrail = true
        var trail = TargetTrail()
        slots.fill(chunk.items) { output in
          for item in chunk.items {
            let (trace, programme) = item.quotientAndRemainder(dividingBy: programmes)
            var sessions = [Played?](repeating: nil, count: experiment.cells.count)
            var count = 0
            for (cell, setting) in sharing.settings.enumerated() where sessions[cell] == nil {
              let start = starts[trace]
              let (metrics, record): (SessionMetrics, QueueRecord?)
              let alike: [Int]
              if let queue = experiment.cells[cell].queue {
                let whole = queue.player(for: experiment.traces[trace].sha256).play(
                  over: start.link, from: start.offset, trail: &trail)
                (metrics, record) = (whole.session, QueueRecord(whole))
                alike = sharing.alternatives.settings(alike: trail, to: setting)
              } else {
                metrics = players[programme][cell].play(
                  start, viewer: experiment.cells[cell].viewer, scratch: &scratch)
                record = nil
                alike = sharing.alternatives.settings(alike: scratch.trail, to: setting)
              }
              count += 1
              sessions[cell] = Played(metrics: metrics, peer: nil, record: record, standsFor: alike)
              for other in alike {
                guard let copy = cellOfSetting[other], sessions[copy] == nil else { continue }
                sessions[copy] = Played(metrics: metrics, peer: nil, record: record, isCopy: true)
              }
            }
            played.add(count)
            progress.add(sessions.count)
            output.append(sessions.compactMap { $0 })
          }
        }
      })
    let missing = [Played?](repeating: nil, count: experiment.cells.count)
    return (slots.takePartial().flatMap { sessions in sessions.map { $0.map(Optional.some) } ?? missing }, report)
  }
}
