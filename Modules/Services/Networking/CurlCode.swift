/// The result codes of libcurl that the program distinguishes. Their values are defined in
/// `curl/curl.h`.
enum CurlCode: Int32 {
  case done = 0
  case strangeProtocol = 1
  case badAddress = 3
  case proxyUnknown = 5
  case hostUnknown = 6
  case noConnection = 7
  case strangeReply = 8
  case accessDenied = 9
  case http2Failed = 16
  case partialFile = 18
  case timedOut = 28
  case tlsFailed = 35
  case stopped = 42
  case tooManyRedirections = 47
  case nothingReceived = 52
  case notSent = 55
  case notReceived = 56
  case badCertificate = 60
  case badEncoding = 61
  case tlsNotOffered = 64
  case signInRefused = 67
  case certificatesUnreadable = 77
  case streamFailed = 92
  case proxyFailed = 97
}
