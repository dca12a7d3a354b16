import Testing

@testable import ABRPlayback

@Suite struct RequestStateTests {
  @Test("a change of limits that was asked for is flushed for though another, that was not, comes before the answer")
  func changes() {
    var requests = RequestState()
    requests.changeLimits(at: 1, position: 0, isAsked: false)
    #expect(!requests.limits.mayFlush)
    requests.changeLimits(at: 2, position: 0, isAsked: true)
    requests.changeLimits(at: 3, position: 0, isAsked: false)
    #expect(requests.limits.mayFlush)
  }

  @Test("a switch is decided on once, until its first segment is requested")
  func switches() {
    var requests = RequestState()
    #expect(requests.beginSwitch(to: 1) == false)
    requests.begin()
    #expect(requests.beginSwitch(to: 1) == true)
    #expect(requests.beginSwitch(to: 1) == false)
    #expect(requests.beginSwitch(to: 2) == true)
    _ = requests.makeRequest()
    #expect(requests.beginSwitch(to: 2) == true)
  }
}
