let item = AVPlayerItem(url: url)
item.preferredForwardBufferDuration = 10
item.preferredMaximumResolution = CGSize(width: 1280, height: 720)
