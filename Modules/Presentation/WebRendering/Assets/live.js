// Changes from elsewhere, merged while the page is visible. Only a visible page has a stream open.
let stream, due;
const refresh = async () => {
  try {
    const answer = await fetchPage(location.href, { signal: AbortSignal.timeout(20000) });
    const next = parsed(await answer.text());
    // A form is on its way: its answer leads on, and leaving now would lose where to.
    if ($("form[data-sent]")) soon(3000);
    else if ((answer.ok || answer.status === 401) && isOthers(next)) return next.body.dataset.who ? leave() : wait();
    // A question is answered first.
    else if ($("dialog[open]")) soon(3000);
    // A form stays as it is, with what is typed in it: it says when it is sent that what it began with has changed.
    else if (answer.ok && !answer.redirected && !$("main form.fields:not(.writing)")) takeIn(next, location.href, false, true);
    return true;
  } catch {}
};
// Several changes at once are one look.
const soon = (wait = 150) => { clearTimeout(due); due = setTimeout(refresh, wait); };
const listen = () => {
  stream?.close();
  stream = null;
  if (document.hidden || !document.body.dataset.live || !window.EventSource) return;
  let greeted = false;
  stream = new EventSource(document.body.dataset.live);
  stream.addEventListener("changed", () => soon());
  // It was broken off in between, and what happened then it does not tell.
  stream.addEventListener("hello", () => { if ($(".away")) location.reload(); else if (greeted) soon(); greeted = true; });
  // Refused for good: the page that is fetched says why.
  stream.addEventListener("error", () => { if (stream?.readyState === 2) soon(); });
  // Signed out elsewhere. What this page has just sent leads on by itself.
  stream.addEventListener("over", () => { stream.close(); $("form[data-sent]") || leave(); });
};
// Whose page it is may have changed while it was hidden, which no stream tells later.
const comeBack = () => { listen(); if (!document.hidden) soon(0); };
document.addEventListener("visibilitychange", comeBack);
addEventListener("focus", () => soon());
addEventListener("pagehide", () => stream?.close());
// A page that a browser kept whole is shown when it is known to be still that of its person.
addEventListener("pageshow", async event => {
  if (!event.persisted) return;
  document.body.hidden = true;
  if (!await refresh()) return leaving || location.reload();
  document.body.hidden = false;
  listen();
});
