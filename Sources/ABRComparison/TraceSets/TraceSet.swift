import ABRNetwork
import FoundationEssentials

/// The traces that one path stands for, by family.
///
/// A family is the name of the folder that holds a file, as in runs. Files that lie directly in the folder of the path
/// have its name, which says where a set was put and not what it is; ``aligned(with:)`` makes up for that.
package struct TraceSet: Sendable {
  /// The file or folder, as the user named it.
  package let path: String
  /// Its traces, in the order of the names.
  package let traces: [TraceSource]
  /// Family of the files that lie directly in the folder of the path, or of the file that it is.
  let ownFamily: String
  /// Whether the path is that of a file.
  let isFile: Bool

  /// Describes a set.
  ///
  /// - Parameters:
  ///   - path: what was named.
  ///   - files: what was read from it.
  /// - Complexity: O(*files*).
  package init(path: String, files: [TraceFile]) {
    self.path = path
    isFile = files.map(\.path) == [path]
    let root = URL(fileURLWithPath: path).standardizedFileURL
    ownFamily = (isFile ? root.deletingLastPathComponent() : root).lastPathComponent
    traces = files.map { file in
      let folder = URL(fileURLWithPath: file.path).standardizedFileURL.deletingLastPathComponent().lastPathComponent
      return TraceSource(file, family: folder)
    }
  }

  private init(_ set: TraceSet, ownFamily: String) {
    path = set.path
    isFile = set.isFile
    self.ownFamily = ownFamily
    traces = set.traces.map { trace in
      var trace = trace
      if trace.family == set.ownFamily { trace.family = ownFamily }
      return trace
    }
  }

  /// This set with the family of its own folder called as that of another set, where both hold files directly and
  /// neither name is known to the other side: `before/*.csv` and `after/*.csv` are the same family.
  ///
  /// - Complexity: O(*traces*).
  package func aligned(with other: TraceSet) -> TraceSet {
    let (families, others) = (Set(traces.map(\.family)), Set(other.traces.map(\.family)))
    guard families.contains(ownFamily), others.contains(other.ownFamily), !others.contains(ownFamily),
      !families.contains(other.ownFamily)
    else { return self }
    return TraceSet(self, ownFamily: other.ownFamily)
  }
}
