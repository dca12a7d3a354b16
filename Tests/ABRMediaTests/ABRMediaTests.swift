import Testing

@testable import ABRMedia
