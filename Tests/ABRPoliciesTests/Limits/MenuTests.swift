import ABRPlayback
import Testing

@testable import ABRPolicies

@Suite struct MenuTests {
  @Test("a menu without an automatic entry gets one at its end")
  func appended() throws {
    let menu = try Menu([Menu.Entry("High", bitrate: 3_000_000), Menu.Entry("Low", bitrate: 500_000)])
    #expect(menu.entries.map(\.label) == ["High", "Low", "Automatic"])
    #expect(menu.entries.map(\.bitrate) == [3_000_000, 500_000, 0])
  }

  @Test("a menu with an automatic entry stays as it is")
  func kept() throws {
    let entries = [Menu.Entry("Auto", bitrate: 0), Menu.Entry("Low", bitrate: 500_000)]
    #expect(try Menu(entries).entries == entries)
  }

  @Test("a choice sets the peak and leaves the other limits")
  func choice() throws {
    let menu = try Menu([Menu.Entry("Low", bitrate: 500_000)])
    let limits = Limits(peakBitrate: 9, maximumPixels: 7)
    #expect(try menu.limits(choosing: 0, in: limits) == Limits(peakBitrate: 500_000, maximumPixels: 7))
    #expect(try menu.limits(choosing: 1, in: limits) == Limits(peakBitrate: 0, maximumPixels: 7))
    #expect(throws: SettingsError.self) { try menu.limits(choosing: 2) }
  }

  @Test(
    "an impossible menu is an error",
    arguments: [
      ([Menu.Entry](), 0), ([Menu.Entry("x", bitrate: -1)], 0), ([Menu.Entry("x", bitrate: 1)], 2),
      ([Menu.Entry("x", bitrate: 1)], -1), ([Menu.Entry("x", bitrate: 1), Menu.Entry("x", bitrate: 0)], 0),
      ([Menu.Entry("Automatic", bitrate: 1)], 0),
    ])
  func impossible(entries: [Menu.Entry], index: Int) {
    #expect(throws: SettingsError.self) { try Menu(entries, initialIndex: index) }
  }

  @Test("the initial entry may be the appended one")
  func initial() throws {
    #expect(try Menu([Menu.Entry("Low", bitrate: 1)], initialIndex: 1).initialIndex == 1)
  }
}
