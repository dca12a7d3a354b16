// ABRReports
