package import Conversation

/// In this module `Request` is a request of HTTP; a command with its fields has this name instead.
package typealias CommandRequest = Request
