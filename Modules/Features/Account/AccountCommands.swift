public import FeatureKit

extension AccountFeature {
  @CommandBuilder<Self>
  public var commands: Commands<Self> {
    signInCommands
    serverCommands
    profileCommands
    familyCommands
    helpCommands
    settingsCommands
  }
}
