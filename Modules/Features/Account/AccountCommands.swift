public import FeatureKit

extension AccountFeature {
  @CommandBuilder<Self>
  public var commands: [Command<Self>] {
    signInCommands
    profileCommands
    familyCommands
    helpCommands
    settingsCommands
  }
}
