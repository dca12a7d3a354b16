// ABRPolicies
