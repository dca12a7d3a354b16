import ABRComparison
import ABRInput
import ABRMedia
import ABRNetwork
import ABRPlayback
import ABRPlayerCode
import ABRPlayers
import ABRPolicies
import ABRRuns
import ABRSessions
import ABRSweeps
import ABRTuning

extension ExitCode {
  /// The exit code of an error of the modules: what is missing is code 5, wrong input is for the user to fix, all else
  /// is a failure of ours.
  init(of error: any Error) {
    self =
      switch error {
      case TraceError.unreadable, VideoError.unreadable, ViewerError.unreadable, RunFileError.unreadable: .missingInput
      case is IncomparableRuns, is CodeFileError, is DamagedRecord, is FileFault: .missingInput
      case PlayerCodeError.engine: .failure
      case is PlayerCodeError: .usage
      case let error as ConfigurationError where error.isUnreadable: .missingInput
      case let error as UsageError: error.code
      case let error as SettingError: ExitCode(of: error.reason)
      case is TraceError, is VideoError, is ViewerError, is RunFileError, is QuantityError, is SpecError,
        is SettingsError, is ConfigurationError, is SettingError.Words, is GateError, is TuningError,
        is PlayerConfigurationError:
        .usage
      default: .failure
      }
  }
}
