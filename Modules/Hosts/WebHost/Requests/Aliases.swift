package import Conversation

/// A command with its fields. In this module the name `Request` is used for an HTTP request.
package typealias CommandRequest = Request
