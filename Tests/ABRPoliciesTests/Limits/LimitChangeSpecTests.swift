import ABRPolicies
import Testing

@Suite("Limit changes")
struct LimitChangeSpecTests {
  private let policy = Limits(peakBitrate: 3_000_000, maximumPixels: 921_600)

  @Test(
    "a change has one canonical spelling",
    arguments: [
      ("pixels:1280x720 + peak:0.52M", "peak:520k+pixels:1280x720"), ("peak(0)", "peak:0"), (" none ", "none"),
      ("viewport:640x360@2", "viewport:640x360@2"),
    ])
  func canonical(text: String, canonical: String) throws {
    let change = try LimitChange(parsing: text)
    #expect(change.canonical == canonical)
    #expect(try LimitChange(parsing: canonical) == change)
  }

  @Test("a limit replaces the one of its kind and leaves the others")
  func replacing() throws {
    let lower = try LimitChange(parsing: "peak:1M").applied(to: policy, of: policy)
    #expect(lower == Limits(peakBitrate: 1_000_000, maximumPixels: 921_600))
    let lifted = try LimitChange(parsing: "peak:0+resolution:640x360").applied(to: lower, of: policy)
    #expect(
      lifted == Limits(maximumPixels: 921_600, maximumResolution: PictureSize(width: 640, height: 360)))
    #expect(try LimitChange(parsing: "none").applied(to: lifted, of: policy) == policy)
  }

  @Test(
    "what is no limit is refused",
    arguments: [
      (
        "peek:1M",
        "unknown limit peek; did you mean peak? Expected peak, peak-expensive, pixels, resolution, viewport or none"
      ),
      ("peak", "peak value: missing"), ("peak:1M+peak:2M", "peak: found a second one"),
      ("none+peak:1M", "unknown limit none, expected peak"), ("none:1", "unknown limit none, expected peak"),
      ("bola", "unknown limit bola"),
      ("", "name: missing"), ("pixels:0", "pixels value: found 0"),
    ])
  func mistakes(text: String, message: String) {
    #expect {
      _ = try LimitChange(parsing: text)
    } throws: {
      "\($0)".contains(message)
    }
  }
}
