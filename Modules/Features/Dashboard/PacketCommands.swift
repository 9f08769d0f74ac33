import FeatureKit

extension DashboardFeature {
  /// The commands of `packet`.
  @CommandBuilder<Self>
  var packetCommands: [Command<Self>] {}
}
