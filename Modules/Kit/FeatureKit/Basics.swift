// A file that imports `FeatureKit` also gets the module `Basics` (records, problems, values),
// because features use both everywhere.
@_exported public import Basics
