// Merges changes that other tabs, people or programs made. Only a visible page has an event stream open.
let stream, due;
const refresh = async () => {
  try {
    const answer = await fetchPage(location.href, { signal: AbortSignal.timeout(20000) });
    const next = parsed(await answer.text());
    // While a form is being sent, the page waits for its answer, because the answer may redirect to another page.
    if ($("form[data-sent]")) soon(3000);
    else if ((answer.ok || [401, 404].includes(answer.status)) && isOthers(next)) return next.body.dataset.who ? leave() : wait();
    // An open question has to be answered before the page changes.
    else if ($("dialog[open]")) soon(3000);
    // The page's record was deleted elsewhere. What was typed on the page stays.
    else if (answer.status === 404) $("main .page-fault,#outcome .tone-danger") || complain(wordsOf(next));
    // A page with a form is not refreshed, so that typed values stay. The server reports a conflict when it is sent.
    // The answer to a form, such as a question, has the form's address, which shows another page when it is fetched.
    else if (answer.ok && !answer.redirected && location.pathname !== "/command" && !$("main form.fields:not(.writing)")) takeIn(next, location.href, false, true);
    return true;
  } catch {}
};
// Refreshes the page after a short wait, so that several changes cause only one request.
const soon = (wait = 150) => { clearTimeout(due); due = setTimeout(refresh, wait); };
const listen = () => {
  stream?.close();
  stream = null;
  if (document.hidden || !document.body.dataset.live || !window.EventSource) return;
  let greeted = false;
  stream = new EventSource(document.body.dataset.live);
  stream.addEventListener("changed", () => soon());
  // A second `hello` means that the stream was interrupted. Changes during the interruption are not sent again.
  stream.addEventListener("hello", () => { if ($(".away")) location.reload(); else if (greeted) soon(); greeted = true; });
  // The server refused the stream and the browser does not retry. Fetching the page shows the reason.
  stream.addEventListener("error", () => { if (stream?.readyState === 2) soon(); });
  // The session has ended. If this page has just sent a form, the form's answer leads to the next page.
  stream.addEventListener("over", () => { stream.close(); $("form[data-sent]") || leave(); });
};
// While a page is hidden it has no stream, so another person may have signed in unnoticed.
const comeBack = () => { listen(); if (!document.hidden) soon(0); };
document.addEventListener("visibilitychange", comeBack);
addEventListener("focus", () => soon());
addEventListener("pagehide", () => stream?.close());
// A page from the browser's back/forward cache stays hidden until its person is known to be still signed in.
addEventListener("pageshow", async event => {
  if (!event.persisted) return;
  document.body.hidden = true;
  if (!await refresh()) return leaving || location.reload();
  document.body.hidden = false;
  listen();
});
