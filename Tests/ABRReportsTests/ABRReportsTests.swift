import Testing

@testable import ABRReports
