// A file that imports `FeatureKit` also gets `Basics`, because features use both everywhere.
@_exported public import Basics
