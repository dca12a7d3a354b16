// ABRPlayback
