const enhance = () => {
  each("input[data-kinds]", finding);
  each(".line input[name=_command]", completing);
  each("form:has([type=date][name=from])", range);
  each(".board:has(form)", one => $("main>.hint") || one.after(own(make("p", {
    className: "hint", textContent: "Drag a card to another column, or press Shift and an arrow key on it." }))));
  each("input[name=time-zone][type=hidden]", one => one.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone);
  copies();
  each("form.fields", form => [days, conditions, wholes, secrets, shown].forEach(add => add(form)));
};
body.append(speaker);
settle(addressOf(document, location.href));
// What was written in forms and not sent is stored in the tab until their page is shown again. The next page of another
// person, or of none, deletes it. `at` has the addresses of the form that was shown last: the answer to a form, such as a
// question or the form with faults, has one of its own. What was sent is deleted when another page follows.
const who = state.who?.split(" ")[0];
const drafts = () => {
  const all = kept("drafts") || {};
  return all.who === who ? all : { who };
};
const answers = () => $("main [data-at]");
// A parent's forms at one address differ by athlete, whom `state.who` also names.
const place = () => state.who + ($(".parts [aria-current]")?.href || shownAt);
// An error page without a person, such as the one of a server without its database, does not tell who is signed in. Unlike
// the page of an ended session it has a link.
const draft = who || !$(".page-fault a") ? drafts() : {}, drop = () => at.forEach(one => delete draft[one]);
const move = () => at.includes(place()) || (at = [place()]);
let { at = [] } = draft, isCanceled;
if (answers()) at.push(place()); else {
  // Back from the browser's own error page leads to a form that was sent and not answered.
  if (draft.sent && performance.getEntriesByType("navigation")[0].type !== "back_forward") drop();
  move();
  writeAgain(written(), draft[place()]);
  drop();
}
if (who) keep("drafts", draft);
on(window, "pagehide", () => {
  stream?.close();
  if (leaving || !who) return;
  const all = drafts();
  if (!answers()) move();
  all.at = at;
  all.sent = ($("[data-sent]") || isSent)?.matches("main :is(.asks,.fields)");
  if (!$("main .asks")) at.forEach(one => all[one] = isCanceled ? {} : changed(written(), answers()));
  keep("drafts", all);
});
enhance();
const faults = $(".faults"), before = kept("said");
if (faults) faults.focus(); else if (before) complain(before); else sayOutcome();
listen();
// The service worker stores pages for times without a connection. The first page of a visit does
// not load it, so that this page is fast. Later pages do.
if (state.worker && document.referrer) navigator.serviceWorker?.register(state.worker, { scope: "/" }).catch(() => {});
