// Ids, problems, references and capabilities are spoken of wherever the kit is: who imports the kit has them.
@_exported public import Basics
