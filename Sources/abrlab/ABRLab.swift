import ABRReports

import Foundation

@main struct ABRLab { static func main() {} }
