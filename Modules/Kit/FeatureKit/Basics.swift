// Importing the kit also imports `Basics`, because both are used together everywhere.
@_exported public import Basics
