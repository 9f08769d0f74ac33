package import Conversation

/// A command with its fields. In this module, the name `Request` means an HTTP request.
package typealias CommandRequest = Request
