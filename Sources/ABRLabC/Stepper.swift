import ABRCommands
import ABRRuns
import Glibc

/// What a handle of sessions that are played step by step stands for. Its owner frees it once and uses it on one thread
/// at a time.
@unsafe final class Stepper {
  let sessions: SessionBatch
  init(_ sessions: SessionBatch) { unsafe self.sessions = sessions }

  /// The names of metrics, made once, for the whole process, and never changed.
  nonisolated(unsafe) static let metricNames = unsafe SessionBatch.metricNames.map {
    unsafe UnsafePointer<CChar>(strdup($0)!)
  }

  /// The sessions behind a handle.
  static func at(_ handle: UnsafeMutableRawPointer) -> SessionBatch {
    unsafe Unmanaged<Stepper>.fromOpaque(handle).takeUnretainedValue().sessions
  }
}

@_cdecl("abrlab_stepper_create")
package func stepperCreate(
  _ call: UnsafeMutableRawPointer, _ count: Int32, _ words: UnsafePointer<UnsafePointer<CChar>?>?, _ sessions: Int32
) -> UnsafeMutableRawPointer? {
  let command = unsafe Call.at(call).command
  guard let made = unsafe command.sessions(Call.words(count, words), count: Int(sessions)) else { return nil }
  return unsafe Unmanaged.passRetained(Stepper(made)).toOpaque()
}

@_cdecl("abrlab_stepper_free")
package func stepperFree(_ stepper: UnsafeMutableRawPointer) { unsafe Unmanaged<Stepper>.fromOpaque(stepper).release() }

@_cdecl("abrlab_stepper_traces")
package func stepperTraces(_ stepper: UnsafeMutableRawPointer) -> Int32 {
  unsafe Int32(Stepper.at(stepper).traces.count)
}

@_cdecl("abrlab_stepper_trace_duration")
package func stepperTraceDuration(_ stepper: UnsafeMutableRawPointer, _ trace: Int32) -> Double {
  let traces = unsafe Stepper.at(stepper).traces
  return traces.indices.contains(Int(trace)) ? traces[Int(trace)].duration : .nan
}

@_cdecl("abrlab_stepper_renditions")
package func stepperRenditions(_ stepper: UnsafeMutableRawPointer) -> Int32 {
  unsafe Int32(Stepper.at(stepper).eligible.count)
}

@_cdecl("abrlab_stepper_width")
package func stepperWidth(_ stepper: UnsafeMutableRawPointer) -> Int32 {
  unsafe Int32(Stepper.at(stepper).matrix.width)
}

@_cdecl("abrlab_stepper_segments")
package func stepperSegments(_ stepper: UnsafeMutableRawPointer) -> Int32 {
  unsafe Int32(Stepper.at(stepper).segmentCount)
}

@_cdecl("abrlab_stepper_bandwidth")
package func stepperBandwidth(_ stepper: UnsafeMutableRawPointer, _ rendition: Int32) -> Double {
  let sessions = unsafe Stepper.at(stepper)
  guard sessions.eligible.indices.contains(Int(rendition)) else { return .nan }
  return Double(sessions.video.ladder[sessions.eligible[Int(rendition)]].bandwidth)
}

@_cdecl("abrlab_stepper_size")
package func stepperSize(_ stepper: UnsafeMutableRawPointer, _ segment: Int32, _ rendition: Int32) -> Double {
  let sessions = unsafe Stepper.at(stepper)
  guard sessions.eligible.indices.contains(Int(rendition)), (0..<sessions.segmentCount).contains(Int(segment)) else {
    return .nan
  }
  return Double(sessions.video.size(segment: Int(segment), rendition: sessions.eligible[Int(rendition)]))
}

@_cdecl("abrlab_stepper_restart")
package func stepperRestart(_ stepper: UnsafeMutableRawPointer, _ session: Int32, _ trace: Int32, _ offset: Double)
  -> Int32
{
  unsafe Stepper.at(stepper).restart(Int(session), over: Int(trace), from: offset) ? 0 : -1
}

@_cdecl("abrlab_stepper_step")
package func stepperStep(
  _ stepper: UnsafeMutableRawPointer, _ choices: UnsafePointer<Int32>, _ state: UnsafeMutablePointer<Double>,
  _ seen: UnsafeMutablePointer<Float>
) -> Int32 {
  let sessions = unsafe Stepper.at(stepper)
  // The caller hands over arrays with a choice, a row of columns and a matrix for each session.
  let width = SessionBatch.columns.count
  let choices = unsafe Span(_unsafeStart: choices, count: sessions.count)
  var rows = unsafe MutableSpan(_unsafeStart: state, count: sessions.count * width)
  let matrix = PensieveState.rows * sessions.matrix.width
  var matrices = unsafe MutableSpan(_unsafeStart: seen, count: sessions.count * matrix)
  return Int32(sessions.step(choices, into: &rows, &matrices) ?? -1)
}

@_cdecl("abrlab_stepper_metrics")
package func stepperMetrics(
  _ stepper: UnsafeMutableRawPointer, _ session: Int32, _ metrics: UnsafeMutablePointer<Double>
) {
  let sessions = unsafe Stepper.at(stepper)
  let isThere = (0..<sessions.count).contains(Int(session))
  let values = isThere ? sessions.metrics(of: Int(session)) : SessionBatch.metricNames.map { _ in .nan }
  // The caller hands over an array with a place for each name.
  for (index, value) in values.enumerated() { unsafe metrics[index] = value }
}

@_cdecl("abrlab_metric_name")
package func metricName(_ metric: Int32) -> UnsafePointer<CChar>? {
  let names = unsafe Stepper.metricNames
  return unsafe names.indices.contains(Int(metric)) ? names[Int(metric)] : nil
}
