// Shows changes that other tabs, people or programs made, by merging the new version of the page
// into the open one. The server reports a change over an event stream, which only a visible page
// has open.
let stream, due;
const refresh = async () => {
  const asked = location.href;
  try {
    const answer = await fetchPage(asked, { signal: AbortSignal.timeout(2e4) });
    const next = parsed(await answer.text());
    // A command has opened another page meanwhile, such as the list after the undo of a new record.
    if (location.href !== asked) return true;
    // While a form is being sent, the refresh waits, because the form's answer may be another page.
    if ($("form[data-sent]")) soon(3000);
    else if ((answer.ok || [401, 404].includes(answer.status)) && isOthers(next)) return wait();
    // While a question is open, the refresh waits, because the page must not change under the
    // question.
    else if ($("dialog[open]")) soon(3000);
    // The record that the page shows was deleted elsewhere. A message says so, and what was typed
    // on the page stays.
    else if (answer.status === 404) $("main .page-fault,#outcome .tone-danger") || complain(wordsOf(next));
    // A page with a form is not refreshed, so that typed values stay. If the data has changed, the
    // server reports a conflict when the form is sent. At `/command` is the answer to a form, such
    // as a question. It is not refreshed either, because fetching this address gives another page.
    else if (answer.ok && !answer.redirected && location.pathname !== "/command" && !$("main form:is(.asks,.fields:not(.writing))")) takeIn(next, location.href, false, true);
    return true;
  } catch {}
};
// Refreshes the page after a short wait, so that several changes in a row cause only one request.
const soon = (wait = 150) => { clearTimeout(due); due = setTimeout(refresh, wait); };
const listen = () => {
  stream?.close();
  stream = null;
  if (document.hidden || !state.live) return;
  let greeted;
  stream = new EventSource(state.live);
  on(stream, "changed", () => soon());
  // The server sends `hello` when a stream begins. A second `hello` means that the stream was
  // interrupted. Changes during the interruption are not reported again, so the page is refreshed.
  on(stream, "hello", () => { if ($(".away")) location.reload(); else if (greeted) soon(); greeted = true; });
  // The server refused the event stream, and the browser does not try again. Refreshing the page
  // shows the reason.
  on(stream, "error", () => { if (stream?.readyState === 2) soon(); });
  // The session has ended, so what was written waits for its person. If a form was just sent, its answer leads
  // to the next page instead.
  on(stream, "over", () => { stream.close(); $("form[data-sent]") || wait(); });
};
// A hidden page has no event stream, so another person may have signed in unnoticed. The page is
// refreshed as soon as it becomes visible.
on(document, "visibilitychange", () => { listen(); if (!document.hidden) soon(0); });
on(window, "focus", () => soon());
// A page that the browser shows again from its back/forward cache stays hidden until it is known
// that its person is still signed in.
on(window, "pageshow", async event => {
  if (!event.persisted) return;
  leaving = isSent = null;
  body.hidden = true;
  if (!await refresh()) return leaving || location.reload();
  body.hidden = false;
  listen();
});
