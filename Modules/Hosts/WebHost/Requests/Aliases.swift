package import Conversation

/// `Request` is a word of HTTP here; a command with its fields is asked for by this one.
package typealias CommandRequest = Request
