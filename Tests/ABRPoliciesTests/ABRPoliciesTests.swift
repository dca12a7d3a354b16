import Testing

@testable import ABRPolicies
