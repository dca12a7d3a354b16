player.configure({ streaming: { bufferingGoal: 20, rebufferingGoal: 0.5 }, abr: { useNetworkInformation: false } });
player.configure('abr.defaultBandwidthEstimate', 2e6);
