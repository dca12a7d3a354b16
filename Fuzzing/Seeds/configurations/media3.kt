private const val START_MS = 500
private const val RESUME_MS = 1_000

val loadControl = DefaultLoadControl.Builder()
    .setBufferDurationsMs(
        /* minBufferMs = */ 1_000,
        DefaultLoadControl.DEFAULT_MAX_BUFFER_MS,
        START_MS,
        RESUME_MS,
    )
    .setPrioritizeTimeOverSizeThresholds(true)
    .setBackBuffer(4_000, true)
    .build()
