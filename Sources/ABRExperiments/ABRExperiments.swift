// ABRExperiments
