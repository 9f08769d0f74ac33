// The service worker stores the last pages of the signed-in person and shows them without a connection. It is not part
// of the script that pages load.
const most = 30, readAt = "X-Compass-Read";
// Requests are numbered. If a person signs out after a request was sent, its answer arrives too
// late and is not stored. `floor` is the number of the last request that changed something, such as
// signing out, or whose answer showed that no person or another one is signed in.
let count = 0, floor = 0;
// Answers are stored one after the other. Two at the same moment could each delete what the other stored.
let turn = Promise.resolve();
const forget = async but => {
  for (const name of await caches.keys()) if (name !== but) await caches.delete(name);
};
const keyOf = address => {
  const url = new URL(address);
  url.searchParams.delete("_said");
  url.hash = "";
  return url.href;
};
const keep = async (request, answer, text, number) => {
  const body = (/<body[^>]*>/.exec(text) || [""])[0], 
    // `data-who` names the signed-in person and, after a space, the viewed athlete. Pages are
    // stored under the person.
    who = (/ data-who="([^" ]*)/.exec(body) || [])[1];
  if (number < floor) return;
  const name = location.pathname + " " + who;
  // The answer shows that no person is signed in, or another one than before. The stored pages are
  // then deleted, because they belong to the previous person.
  if (!who || !await caches.has(name)) {
    floor = Math.max(floor, number);
    await forget(name);
    if (!who) return forget();
  }
  if (answer.status !== 200 || answer.redirected || !/ data-keep[ =>]/.test(body)) return;
  const headers = new Headers(answer.headers), cache = await caches.open(name);
  // The person may have signed out since. The answer to that has deleted the store, and an empty one was opened.
  if (number < floor) return (await cache.keys()).length || caches.delete(name);
  headers.set(readAt, Date.now());
  for (const asset of text.match(/\/assets\/(?:style|script)-[^"]+/g) || []) if (!await cache.match(asset)) await cache.add(new Request(asset, { signal: AbortSignal.timeout(1e4) }));
  const kept = (await cache.keys()).filter(one => !one.url.includes("/assets/"));
  for (const old of kept.slice(0, Math.max(0, kept.length - most + 1))) await cache.delete(old);
  await cache.put(keyOf(request.url), new Response(text, { headers }));
};
const keepInTurn = async (request, answer, number) => {
  if (!(answer.headers.get("Content-Type") || "").startsWith("text/html") || ![200, 401].includes(answer.status)) return;
  const text = await answer.text();
  await (turn = turn.then(() => keep(request, answer, text, number)).catch(() => {}));
};
const page = (title, main, sheet) => new Response(
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>` +
  (sheet ? `<link rel="stylesheet" href="${sheet}">` : "") + `</head><body class="alone"><main><h1>${title}</h1>${main}</main></body></html>`,
  { status: 503, headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "default-src 'none'; style-src 'self'" } });
// Returns the stored version of the requested page, or else a list of all stored pages.
const away = async request => {
  const key = keyOf(request.url);
  let kept = await caches.match(key);
  // An address without choices also means the page with choices that was read last, as its link in the navigation does,
  // but not the page of another athlete.
  if (!kept && !key.includes("?"))
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const one of await cache.keys(key, { ignoreSearch: true }))
        if (!one.url.includes("athlete=")) kept = await cache.match(one);
    }
  if (kept) {
    const when = new Date(+kept.headers.get(readAt)).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
    const banner = `<div class="banner tone-warning away" role="status"><p>There is no connection. This is how the page was on ${when}.</p><p>Nothing can be changed until the connection is back.</p></div>`;
    const text = (await kept.text()).replace(/<main[^>]*>/, start => start + banner)
      .replace(/<(button|input|select|textarea)\b(?![^>]*popovertarget)/g, "<$1 disabled");
    return new Response(text, { headers: kept.headers });
  }
  const links = [];
  let sheet;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const one of await cache.keys()) {
      const path = one.url.slice(location.origin.length).replaceAll("&", "&amp;");
      if (path.startsWith("/assets/style")) sheet = path;
      if (path.startsWith("/assets/")) continue;
      links.unshift(`<li><a href="${path}">${/<title>(?:\(\S+ )?([^<]*) · /.exec(await (await cache.match(one)).text())?.[1] || path}</a></li>`);
    }
  }
  return page("There is no connection", (links.length
    ? `<p>This page was not read here before. These pages were:</p><ul>${links.join("")}</ul>`
    : "<p>No page is kept on this device.</p>") + `<p><a href="">Try again</a></p>`, sheet);
};
addEventListener("install", () => skipWaiting());
addEventListener("activate", event => event.waitUntil(
  (async () => { await forget(); await registration.navigationPreload?.enable(); await clients.claim(); })()));
addEventListener("fetch", event => {
  const { request } = event, isPage = request.mode === "navigate" && request.destination === "document", number = ++count;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method !== "GET") return void (floor = number);
  if (url.pathname.startsWith("/assets/"))
    return event.respondWith(fetch(request).catch(async () => await caches.match(request) || Response.error()));
  if (!isPage && !request.headers.has("X-In-Place")) return;
  event.respondWith((async () => {
    let answer;
    try { answer = await event.preloadResponse || await fetch(request); }
    catch (failure) { if (isPage) return away(request); throw failure; }
    event.waitUntil(keepInTurn(request, answer.clone(), number));
    return answer;
  })());
});
