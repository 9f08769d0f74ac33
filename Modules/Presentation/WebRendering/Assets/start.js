const enhance = () => {
  all("input[data-kinds]").forEach(finding);
  all(".line input[name=_command]").forEach(completing);
  all("form:has([type=date][name=from])").forEach(range);
  all(".board").filter(one => $("form", one) && !$("main>.hint")).forEach(one => one.after(own(make("p", {
    className: "hint", textContent: "Drag a card to another column, or press Shift and an arrow key on it." }))));
  all("input[name=time-zone][type=hidden]").forEach(one => one.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone);
  copies();
  all("form.fields").forEach(form => { days(form); conditions(form); wholes(form); secrets(form); shown(form); });
};
body.append(speaker);
settle(addressOf(document, location.href));
// What was written in forms and not sent is stored in the tab until their page is shown again. The next page of another
// person, or of none, deletes it. `at` has the addresses of the form that was shown last: the answer to a form, such as a
// question or the form with faults, has one of its own. What was sent is deleted when another page follows.
const drafts = () => {
  const all = kept("drafts") || {};
  return all.who === state.who ? all : { who: state.who };
};
const answers = () => $("main [data-at]");
const place = () => $(".parts [aria-current]")?.href || shownAt;
const draft = drafts(), drop = () => at.forEach(one => delete draft[one]);
const move = () => { if (!at.includes(place())) at = [place()]; };
let { at = [] } = draft, isCanceled;
if (answers()) at.push(place()); else {
  if (draft.sent) drop();
  move();
  writeAgain(written(), draft[place()]);
  drop();
}
keep("drafts", draft);
on(window, "pagehide", () => {
  stream?.close();
  const all = drafts();
  if (leaving || !state.who) return;
  if (!answers()) move();
  all.at = at;
  all.sent = !!$("main :is(.asks,.fields)[data-sent]");
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
