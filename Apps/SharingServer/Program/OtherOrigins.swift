import HTTP

/// Lets web pages of other origins use the server's accounts, tables and functions (CORS).
///
/// Such a request has only the rights of the key and the token that the page itself sends, because
/// the browser adds no cookies.
enum OtherOrigins {
  static func mayAsk(_ request: Request) -> Bool {
    ["auth", "rest"].contains(request.segments.first)
  }

  /// Returns the answer to a preflight request, with which a browser asks whether a page of another
  /// origin may send its request.
  static func permission(_ request: Request) -> Response {
    var response = readable(Response(.noContent))
    response.headers["Access-Control-Allow-Methods"] =
      "GET, HEAD, POST, PATCH, PUT, DELETE, OPTIONS"
    response.headers["Access-Control-Allow-Headers"] =
      request.headers["Access-Control-Request-Headers"]
      ?? "Authorization, Content-Type, Accept, Prefer, Range, apikey"
    response.headers["Access-Control-Max-Age"] = "3600"
    response.headers.add("Vary", "Access-Control-Request-Headers")
    return response
  }

  static func readable(_ response: Response) -> Response {
    var response = response
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] =
      "Content-Range, Content-Location, Location, Preference-Applied, Proxy-Status, Retry-After, X-Supabase-Api-Version, x-sb-error-code"
    return response
  }
}
