// Ids, problems, references and capabilities are used with the kit everywhere, so importing the kit imports them.
@_exported public import Basics
