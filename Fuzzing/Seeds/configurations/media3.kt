val factory = AdaptiveTrackSelection.Factory(5_000, 20_000, 25_000, 1279, 719, 0.6f)
player.trackSelectionParameters = player.trackSelectionParameters.buildUpon().setMaxVideoSize(1280, 720)
    .setMaxVideoBitrate(2_000_000).build()
val control = DefaultLoadControl.Builder().setTargetBufferBytes(C.LENGTH_UNSET).build()
