import ABRInput
import ABRNetwork
import ABRPolicies

extension RunRecord {
  /// Reads a run that was saved with its sessions.
  ///
  /// Keys that the document's schema does not have are errors, but for metrics in `pooled` and `sessions` that this
  /// version does not know, which are passed over: a later version may have more. The metrics that a record has are
  /// those of the document that this version knows. `peer` blocks are passed over, too.
  ///
  /// - Throws: ``RunFileError`` naming file, line and place.
  /// - Complexity: O(size of the file).
  package init(contentsOf file: String) throws(RunFileError) {
    let bytes: [UInt8]
    do {
      bytes = try InputFile.read(file)
    } catch {
      throw RunFileError(error)
    }
    try self.init(parsing: bytes, file: file)
  }

  /// Reads the bytes of a saved run.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: what errors call it.
  /// - Throws: ``RunFileError``.
  package init(parsing bytes: [UInt8], file: String) throws(RunFileError) {
    guard !bytes.isEmpty else {
      throw .malformed(file: file, line: 1, field: "file", found: "no bytes", allowed: "a saved run")
    }
    let record: RunRecord?
    do throws(InputFault) {
      record = try RunRecordReader(bytes).record()
    } catch {
      throw RunFileError(error, file: file)
    }
    guard let record else { throw .withoutSessions(file: file) }
    self = record
  }
}

/// The outermost object of a saved run. Its syntax is checked as a whole before its parts are read, which may stand in
/// any order.
struct RunRecordReader {
  private let inputs: JSONReader
  private let policies: JSONReader
  private let isPartial: Bool
  /// What is expected in place of another kind of file.
  static let expected = "a run saved by abrlab run --export json=FILE"
  /// What is expected in place of the result of a sweep.
  static let expectedOfSweep =
    "a run of the same, abrlab run --export json=FILE; a sweep keeps no sessions that could be gated or compared"
  /// The members of a run and of a baseline.
  private static let layouts: [Set] = [
    ["schema", "inputs", "policies"], ["baseline", "inputs", "metrics", "policies"],
  ]

  /// Checks the syntax of the document and its schema.
  init(_ bytes: [UInt8]) throws(InputFault) {
    var reader = JSONReader(bytes)
    let start = reader.mark()
    var places: [String: JSONReader] = [:]
    guard (try? reader.kind()) == .object else {
      throw reader.fault(InputFault.excerpt(bytes.prefix(20)), Self.expected, at: start)
    }
    try reader.enterObject()
    while let key = try reader.nextKey() {
      let mark = reader.mark()
      guard places.updateValue(reader, forKey: key) == nil else {
        throw reader.repeatedKey(at: mark)
      }
      try reader.skip()
    }
    try reader.end()
    // Searches, comparisons and gates have documents of their own, with schemas of their own.
    var ours = places["schema"]
    if ours == nil || (try? ours?.integer()) == RunRecord.schema {
      for layout in Self.layouts {
        let (missing, others) = (layout.subtracting(places.keys), Set(places.keys).subtracting(layout))
        guard missing.count == 1, let name = missing.first, others.isSubset(of: ["partial"]) else { continue }
        throw reader.fault("no \(name)", name, at: start)
      }
    }
    guard places["sweep"] == nil else { throw reader.fault("the result of a sweep", Self.expectedOfSweep, at: start) }
    guard let inputs = places["inputs"], let policies = places["policies"], var schema = places["schema"] else {
      throw reader.fault("other JSON than that of a run", Self.expected, at: start)
    }
    let mark = schema.mark()
    let version = try schema.integer()
    guard version == RunRecord.schema else {
      throw schema.fault("\(version)", "\(RunRecord.schema), the schema of this version", at: mark)
    }
    let known: Set = ["schema", "inputs", "policies", "partial"]
    for (key, place) in places.sorted(by: { $0.key < $1.key }) where !known.contains(key) {
      var place = place
      throw place.fault("an unknown key", known.sorted().joined(separator: ", "), at: place.mark())
    }
    self.inputs = inputs
    self.policies = policies
    var partial = places["partial"]
    isPartial = try partial?.boolean() ?? false
  }

  /// The record; `nil` for a run that was saved without its sessions.
  func record() throws(InputFault) -> RunRecord? {
    var reader = inputs
    let inputs = try RunRecord.Inputs(&reader, isPartial: isPartial)
    var configurations = RunRecordConfigurations(inputs)
    reader = policies
    guard try configurations.read(&reader) else { return nil }
    return RunRecord(
      inputs: inputs, metrics: configurations.metrics, configurations: configurations.configurations)
  }
}
