// Ids, problems, references and capabilities are used together with the kit everywhere, so
// importing the kit imports them too.
@_exported public import Basics
