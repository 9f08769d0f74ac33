package import Conversation

/// A command with its form fields. In this module the name `Request` alone would be ambiguous,
/// because HTTP has a type of this name.
package typealias CommandRequest = Request
