// The least that a server can do for the read of families.py: one thread takes a request's token apart without checking it, sends
// the server's three statements in one pipeline, and passes the rows on. What it takes is the floor for any server over this database.
//   families-relay PORT CONNECTION
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

// libpq, whose header is in a package that nothing else needs.
typedef struct PGconn PGconn;
typedef struct PGresult PGresult;
enum { tuples_ok = 2, pipeline_sync = 10 };
PGconn *PQconnectdb(const char *);
int PQstatus(const PGconn *);
char *PQerrorMessage(const PGconn *);
PGresult *PQprepare(PGconn *, const char *, const char *, int, const unsigned *);
int PQresultStatus(const PGresult *);
void PQclear(PGresult *);
int PQenterPipelineMode(PGconn *);
int PQsendQueryPrepared(PGconn *, const char *, int, const char *const *, const int *, const int *, int);
int PQpipelineSync(PGconn *);
int PQsetnonblocking(PGconn *, int);
int PQflush(PGconn *);
int PQconsumeInput(PGconn *);
int PQisBusy(PGconn *);
PGresult *PQgetResult(PGconn *);
char *PQgetvalue(const PGresult *, int, int);
int PQsocket(const PGconn *);

enum { connections = 6, most_clients = 1024, most_bytes = 8192 };

static const char *const statements[] = {
    "SELECT accounts.require_session($1::uuid, $2::uuid, $3::boolean)",
    "SELECT set_config('search_path', 'public', true), set_config('role', $1, true), set_config('request.jwt.claims', $2, true), "
    "set_config('request.method', $3, true), set_config('request.path', $4, true), set_config('request.headers', $7, true), "
    "set_config('request.address', $5, true), set_config('request.confirms_addresses', $6, true), "
    "set_config('transaction_read_only', 'on', true)",
    "WITH page AS (SELECT t1.* FROM public.\"schools\" AS t1 WHERE t1.\"id\" = $1 LIMIT $2) "
    "SELECT coalesce(json_agg(page), '[]')::text, count(*), NULL FROM page",
};
static const char *const names[] = {"session", "setting", "reading"};

struct client {
  int fd;
  bool is_answered_later, is_gone;
  size_t count;
  char bytes[most_bytes];
};

struct database {
  PGconn *handle;
  struct client *client;
  char rows[most_bytes];
};

static struct client *clients[most_clients];
static struct database databases[connections];
static struct database *idle[connections];
static int idle_count;
static struct client *waiting[most_clients];
static int first_waiting, waiting_count;
static int events;

static void fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  exit(1);
}

static void watch(int fd, uint64_t key) {
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = key};
  if (epoll_ctl(events, EPOLL_CTL_ADD, fd, &event) != 0) fail("epoll");
}

// The keys of epoll: the listening socket, a database, a client.
static uint64_t key(int kind, int number) { return (uint64_t)kind << 32 | (uint32_t)number; }

static size_t decode(const char *text, const char *end, char *into) {
  uint32_t bits = 0;
  int held = 0;
  char *start = into;
  for (; text < end; text++) {
    int value = *text >= 'a' ? *text - 'a' + 26 : *text == '_' ? 63 : *text >= 'A' ? *text - 'A' : *text == '-' ? 62 : *text - '0' + 52;
    bits = bits << 6 | (uint32_t)value;
    held += 6;
    if (held >= 8) {
      held -= 8;
      *into++ = (char)(bits >> held);
    }
  }
  *into = 0;
  return (size_t)(into - start);
}

// Copies a claim that is an id, which has 36 characters.
static void member(const char *claims, const char *quoted, char *into) {
  const char *start = strstr(claims, quoted);
  start = start ? strchr(start + strlen(quoted), '"') : NULL;
  if (!start) fail("no such claim");
  memcpy(into, start + 1, 36);
  into[36] = 0;
}

static void ask(struct database *database, struct client *client) {
  char claims[2048], session[64], person[64], school[64];
  const char *token = strstr(client->bytes, "Bearer ");
  const char *payload = token ? strchr(token, '.') + 1 : NULL;
  const char *id = strstr(client->bytes, "id=eq.");
  if (!payload || !id) fail("another request");
  decode(payload, strchr(payload, '.'), claims);
  member(claims, "\"session_id\"", session);
  member(claims, "\"sub\"", person);
  memcpy(school, id + 6, 36);
  school[36] = 0;
  const char *sessions[] = {session, person, "false"};
  const char *settings[] = {"authenticated", claims, "GET", "/rest/v1/schools", "127.0.0.1", "false", "{}"};
  const char *readings[] = {school, "1000"};
  database->client = client;
  if (!PQsendQueryPrepared(database->handle, names[0], 3, sessions, NULL, NULL, 0) ||
      !PQsendQueryPrepared(database->handle, names[1], 7, settings, NULL, NULL, 0) ||
      !PQsendQueryPrepared(database->handle, names[2], 2, readings, NULL, NULL, 0) || !PQpipelineSync(database->handle) ||
      PQflush(database->handle) != 0)
    fail(PQerrorMessage(database->handle));
}

// A client whose answer is still to come is freed after the answer.
static void close_client(struct client *client) {
  if (client->is_answered_later) {
    client->is_gone = true;
    epoll_ctl(events, EPOLL_CTL_DEL, client->fd, NULL);
    return;
  }
  close(client->fd);
  clients[client->fd] = NULL;
  free(client);
}

static void receive(struct client *client) {
  ssize_t count = read(client->fd, client->bytes + client->count, most_bytes - 1 - client->count);
  if (count <= 0) return close_client(client);
  client->count += (size_t)count;
  client->bytes[client->count] = 0;
  if (client->count < 4 || memcmp(client->bytes + client->count - 4, "\r\n\r\n", 4) != 0) return;
  client->is_answered_later = true;
  if (idle_count > 0) return ask(idle[--idle_count], client);
  waiting[(first_waiting + waiting_count++) % most_clients] = client;
}

static void answer(struct database *database) {
  struct client *client = database->client;
  char text[most_bytes + 512];
  int count = snprintf(
      text, sizeof text, "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nContent-Range: 0-0/*\r\nContent-Length: %zu\r\n\r\n%s",
      strlen(database->rows), database->rows);
  client->count = 0;
  client->is_answered_later = false;
  if (client->is_gone || write(client->fd, text, (size_t)count) != count) close_client(client);
  if (waiting_count > 0) {
    struct client *next = waiting[first_waiting];
    first_waiting = (first_waiting + 1) % most_clients;
    waiting_count--;
    ask(database, next);
  } else {
    idle[idle_count++] = database;
  }
}

static void hear(struct database *database) {
  if (!PQconsumeInput(database->handle)) fail(PQerrorMessage(database->handle));
  while (!PQisBusy(database->handle)) {
    PGresult *result = PQgetResult(database->handle);
    if (!result) continue;
    int status = PQresultStatus(result);
    if (status == tuples_ok) snprintf(database->rows, most_bytes, "%s", PQgetvalue(result, 0, 0));
    PQclear(result);
    if (status == pipeline_sync) return answer(database);
    if (status != tuples_ok) fail(PQerrorMessage(database->handle));
  }
}

int main(int count, char **words) {
  if (count != 3) fail("families-relay PORT CONNECTION");
  signal(SIGPIPE, SIG_IGN);
  events = epoll_create1(0);
  for (int number = 0; number < connections; number++) {
    struct database *one = &databases[number];
    one->handle = PQconnectdb(words[2]);
    if (PQstatus(one->handle) != 0) fail(PQerrorMessage(one->handle));
    for (int each = 0; each < 3; each++) PQclear(PQprepare(one->handle, names[each], statements[each], 0, NULL));
    if (!PQenterPipelineMode(one->handle) || PQsetnonblocking(one->handle, 1) != 0) fail(PQerrorMessage(one->handle));
    idle[idle_count++] = one;
    watch(PQsocket(one->handle), key(1, number));
  }
  int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(words[1])), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 128) != 0) fail("the port is taken");
  watch(listener, key(0, listener));
  while (true) {
    struct epoll_event ready[64];
    int found = epoll_wait(events, ready, 64, -1);
    for (int each = 0; each < found; each++) {
      int kind = (int)(ready[each].data.u64 >> 32), number = (int)ready[each].data.u64;
      if (kind == 1) {
        hear(&databases[number]);
      } else if (kind == 2) {
        if (clients[number]) receive(clients[number]);
      } else {
        int fd = accept(listener, NULL, NULL);
        if (fd < 0) continue;
        if (fd >= most_clients || !(clients[fd] = calloc(1, sizeof(struct client)))) fail("too many clients");
        clients[fd]->fd = fd;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        watch(fd, key(2, fd));
      }
    }
  }
}
