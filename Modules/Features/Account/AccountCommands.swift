public import FeatureKit

extension AccountFeature {
  @CommandBuilder<Self>
  public var commands: Commands<Self> {
    signInCommands
    profileCommands
    familyCommands
    helpCommands
    settingsCommands
  }
}
