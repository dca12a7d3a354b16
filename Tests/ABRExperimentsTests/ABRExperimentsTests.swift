import Testing

@testable import ABRExperiments
