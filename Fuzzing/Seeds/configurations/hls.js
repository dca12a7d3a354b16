const seconds = 30;
const hls = new Hls({ maxBufferLength: 2 * 15, maxMaxBufferLength: 60, maxBufferSize: 60 * 1000 * 1000, debug, ...base });
hls.config.startLevel = -1; // as shipped
