import Testing

@testable import ABRPlayback
