import ABRInput

/// A packaging problem of a video.
public struct PackagingFinding: Sendable, Hashable {
  /// What is wrong.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A segment exceeds the declared bandwidth by more than a tenth.
    case peakExceeded = "peak-exceeded"
    /// The mean of the segments is more than a tenth off the declared average.
    case averageOff = "average-off"
    /// Renditions are cut at different places.
    case unequalSegments = "unequal-segments"
    /// Renditions are not listed by ascending bandwidth.
    case unsortedVariants = "unsorted-variants"
    /// A rendition is listed twice.
    case duplicateVariant = "duplicate-variant"
    /// A rendition that players have no reason to choose.
    case skippedRendition = "skipped-rendition"
    /// A segment is longer than declared.
    case longSegment = "long-segment"
    /// Segments are declared missing.
    case missingSegment = "missing-segment"
    /// A part of a file does not say where it begins.
    case unplacedRange = "unplaced-range"
    /// An attribute that players choose by is missing.
    case missingAttribute = "missing-attribute"
  }

  /// What is wrong.
  public let kind: Kind
  /// Line of the manifest; `nil` where it has none.
  public let line: Int?
  /// The rendition or playlist.
  public let subject: String
  /// What was found.
  public let found: String
  /// What is right, and how to get there.
  public let expected: String

  init(_ kind: Kind, line: Int?, subject: String, found: String, expected: String) {
    self.kind = kind
    self.line = line
    self.subject = subject
    self.found = found
    self.expected = expected
  }

  /// The finding as an error of a file that cannot be played with it.
  func error(in file: String) -> VideoError {
    .malformed(
      file: file, line: line, field: "segments of \(InputFault.excerpt(subject))", found: found, allowed: expected)
  }
}

extension PackagingFinding: CustomStringConvertible {
  /// One line for a person.
  public var description: String { "\(subject): \(FaultText.of(found: found, allowed: expected))" }
}
