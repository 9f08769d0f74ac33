import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Testing

@testable import SharingServer

@Suite("Functions that a server's owner adds", .serialized)
struct FunctionTests {
  private static let functions = """
    CREATE TABLE public.stored_countries (id integer PRIMARY KEY, nicename text);
    CREATE TABLE public.stored_cities (
      id integer PRIMARY KEY, country_id integer REFERENCES public.stored_countries, name text);
    INSERT INTO public.stored_countries VALUES (1, 'Afghanistan'), (2, 'Albania'), (3, 'Algeria');
    INSERT INTO public.stored_cities VALUES (1, 2, 'Tirana');
    GRANT SELECT ON public.stored_countries, public.stored_cities TO authenticated;
    CREATE FUNCTION public.list_stored_countries() RETURNS SETOF public.stored_countries
      LANGUAGE sql STABLE AS 'SELECT * FROM public.stored_countries ORDER BY id';
    CREATE FUNCTION public.stored_cities() RETURNS TABLE (id integer, country_id integer)
      LANGUAGE sql STABLE AS 'SELECT 1, 2';
    CREATE FUNCTION public.count_up(most integer, id integer DEFAULT 0) RETURNS SETOF integer
      LANGUAGE sql STABLE AS 'SELECT generate_series(1, most)';
    CREATE TABLE public.stored_calls (id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, word text);
    GRANT SELECT, INSERT ON public.stored_calls TO authenticated;
    CREATE FUNCTION public.store_call(said text) RETURNS SETOF public.stored_calls
      LANGUAGE sql VOLATILE AS 'INSERT INTO public.stored_calls (word) VALUES (said) RETURNING *';
    CREATE FUNCTION public.told(a integer) RETURNS text LANGUAGE sql STABLE AS $$ SELECT 'a number' $$;
    CREATE FUNCTION public.told(b text) RETURNS text LANGUAGE sql STABLE AS $$ SELECT 'a text' $$;
    CREATE FUNCTION public.told(a integer, c text) RETURNS text LANGUAGE sql STABLE AS $$ SELECT 'both' $$;
    CREATE FUNCTION public.torn(a integer) RETURNS text LANGUAGE sql STABLE AS $$ SELECT 'x' $$;
    CREATE FUNCTION public.torn(a text) RETURNS text LANGUAGE sql STABLE AS $$ SELECT 'y' $$;
    CREATE FUNCTION public.slow(seconds integer) RETURNS text LANGUAGE sql VOLATILE
      AS $$ SELECT 'done' FROM pg_sleep(seconds) $$;
    GRANT EXECUTE ON FUNCTION public.count_up(integer, integer), public.told(integer),
      public.slow(integer) TO anon;
    CREATE FUNCTION public.joined(VARIADIC words text[]) RETURNS text
      LANGUAGE sql STABLE AS $$ SELECT array_to_string(words, ' ') $$;
    CREATE FUNCTION public.only_signed_in() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 1';
    REVOKE EXECUTE ON FUNCTION public.only_signed_in() FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION public.only_signed_in() TO authenticated;
    CREATE FUNCTION public.only_service() RETURNS integer LANGUAGE sql STABLE AS 'SELECT 2';
    REVOKE EXECUTE ON FUNCTION public.only_service() FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION public.only_service() TO service_role;
    """

  private static let calls: [(HTTP.Method, String, JSONValue?, Int, JSONValue)] = [
    (
      .post, "list_stored_countries?select=nicename&nicename=eq.Albania", [:], 200,
      [["nicename": "Albania"]]
    ),
    (
      .get, "list_stored_countries?select=id&id=gte.2&order=id.desc&limit=1", nil, 200,
      [["id": 3]]
    ),
    (
      .get, "list_stored_countries?select=id,stored_cities(name)&id=eq.2", nil, 200,
      [["id": 2, "stored_cities": [["name": "Tirana"]]]]
    ),
    (.post, "count_up", ["most": 3], 200, [1, 2, 3]), (.post, "count_up", ["most": 0], 200, []),
    (.get, "count_up?most=3&limit=1&offset=1", nil, 200, [2]),
    (.post, "told", ["a": 1], 200, "a number"), (.post, "told", ["b": "x"], 200, "a text"),
    (.post, "told", ["a": 1, "c": "x"], 200, "both"), (.get, "told?b=x", nil, 200, "a text"),
    (.post, "only_signed_in", [:], 200, 1),
  ]

  @Test("A function's rows are read like a table's, and the arguments choose among its namesakes")
  func results() async throws {
    try await RunningServer.withOwnDatabase { server in
      let token = try await server.signedUp().token
      try await server.admin.script(Self.functions + "NOTIFY pgrst, 'reload schema';")
      try await Self.waitForFunctions(server)
      for (method, path, body, status, wanted) in Self.calls {
        let answer = try await server.ask(method, "/rest/v1/rpc/\(path)", token: token, body)
        #expect(answer.status.code == status && answer.json == wanted, "\(path): \(answer.json)")
      }
      let torn = try await server.ask(.post, "/rest/v1/rpc/torn", token: token, ["a": 1])
      #expect(torn.status.code == 300 && torn.json["code"] == "PGRST203")
      #expect(
        torn.json["message"]
          == "Could not choose the best candidate function between: public.torn(a => integer), public.torn(a => text)"
      )
      let embedded = try await server.ask(
        .get, "/rest/v1/rpc/stored_cities?select=id,stored_countries(nicename)", token: token)
      #expect(embedded.status.code == 400 && embedded.json["code"] == "PGRST200")
      for (name, body) in [("told", ["d": 1]), ("joined", ["words": ["a", "b"]])]
        as [(String, JSONValue)]
      {
        let without = try await server.ask(.post, "/rest/v1/rpc/\(name)", token: token, body)
        #expect(
          without.status == .notFound && without.json["code"] == "PGRST202",
          "\(name): \(without.json)")
      }
    }
  }

  @Test("A function that writes is called once, also when its rows are counted")
  func counted() async throws {
    try await RunningServer.withOwnDatabase { server in
      let token = try await server.signedUp().token
      try await server.admin.script(Self.functions + "NOTIFY pgrst, 'reload schema';")
      try await Self.waitForFunctions(server)
      for (path, body, range, wanted) in [
        ("store_call?select=word&word=eq.x", ["said": "x"], "0-0/1", [["word": "x"]]),
        ("store_call?word=eq.y", ["said": "x"], "*/0", []),
        ("count_up?limit=2", ["most": 3], "0-1/3", [1, 2]),
      ] as [(String, JSONValue, String, JSONValue)] {
        let answer = try await server.ask(
          .post, "/rest/v1/rpc/\(path)", token: token, headers: ["Prefer": "count=exact"], body)
        #expect(
          answer.json == wanted && answer.headers["Content-Range"] == range,
          "\(path): \(answer.json)")
      }
      let stored = try await server.admin.run("SELECT count(*) FROM public.stored_calls")
      #expect(stored.value == "2")
    }
  }

  @Test("A stranger calls what the owner grants to strangers, and an unknown function is unknown")
  func strangers() async throws {
    try await RunningServer.withOwnDatabase { server in
      try await server.admin.script(Self.functions)
      // The end of a migration is a notification too.
      _ = try await Migrator(database: server.admin, folder: RunningServer.schema).migrate()
      try await Self.waitForFunctions(server)
      for (name, status, code) in [
        ("count_up?most=1", 200, nil), ("only_signed_in", 401, "42501"),
        // PostgreSQL lets every role execute these two, but the owner granted them to no one.
        ("list_stored_countries", 401, "42501"), ("told?b=x", 401, "42501"),
        ("told?a=1", 200, nil),
        ("compass_pull", 401, "42501"), ("nothing", 404, "PGRST202"),
      ] as [(String, Int, String?)] {
        let answer = try await server.ask(.get, "/rest/v1/rpc/\(name)")
        #expect(
          answer.status.code == status && answer.json["code"]?.string == code,
          "\(name): \(answer.json)")
      }
    }
  }

  @Test("A stranger's call has less time and a smaller body than that of a signed-in person")
  func limitsOfStrangers() async throws {
    try await RunningServer.withOwnDatabase { server in
      let token = try await server.signedUp().token
      try await server.admin.script(Self.functions + "NOTIFY pgrst, 'reload schema';")
      try await Self.waitForFunctions(server)
      let large: JSONValue = ["a": 1, "c": .string(String(repeating: "x", count: 70_000))]
      for (name, body, bearer, status, code) in [
        ("slow", ["seconds": 4], nil, 500, "57014"), ("slow", ["seconds": 4], token, 200, nil),
        ("told", large, nil, 413, "PGRST102"), ("told", large, token, 200, nil),
      ] as [(String, JSONValue, String?, Int, String?)] {
        let answer = try await server.ask(.post, "/rest/v1/rpc/\(name)", token: bearer, body)
        #expect(
          answer.status.code == status && answer.json["code"]?.string == code,
          "\(name): \(answer.json)")
      }
    }
  }

  @Test("A function that is granted to the service role alone is called with the service key")
  func onlyService() async throws {
    let allow: (inout ServerConfig) -> Void = { $0.service = ServiceKeyTests.settings($0) }
    try await RunningServer.withOwnDatabase(allow) { server in
      try await ServiceKeyTests.makeRole(server)
      let token = try await server.signedUp().token
      try await server.admin.script(Self.functions + "NOTIFY pgrst, 'reload schema';")
      try await Self.waitForFunctions(server)
      for (bearer, status) in [
        (ServiceKeyTests.key, 200), (token, 403), (nil, 401),
      ] as [(String?, Int)] {
        let answer = try await server.ask(.get, "/rest/v1/rpc/only_service", token: bearer)
        #expect(answer.status.code == status, "\(answer.json)")
        #expect(status == 200 ? answer.json == 2 : answer.json["code"] == "42501")
      }
    }
  }

  @Test("A schema that could not be read after a notification is read later")
  func laterReading() async throws {
    try await RunningServer.withOwnDatabase { server in
      // A reading of the server that has begun before the right is gone may still see what is made
      // after that, because PostgreSQL has checked the right already. So it gets time to end.
      try await server.admin.script("REVOKE SELECT ON pg_catalog.pg_proc FROM PUBLIC;")
      try await Task.sleep(for: .seconds(1))
      try await server.admin.script(Self.functions + "NOTIFY pgrst, 'reload schema';")
      try await Task.sleep(for: .seconds(1))
      let unread = try await server.ask(.get, "/rest/v1/rpc/count_up?most=1")
      #expect(unread.status == .notFound)
      try await server.admin.script("GRANT SELECT ON pg_catalog.pg_proc TO PUBLIC;")
      try await Self.waitForFunctions(server)
    }
  }

  /// Waits until the server has read the schema after the notification.
  private static func waitForFunctions(_ server: RunningServer) async throws {
    for _ in 0..<200 {
      let answer = try await server.ask(.get, "/rest/v1/rpc/count_up?most=1")
      if answer.status == .ok { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("The server did not read the schema again.")
  }
}
