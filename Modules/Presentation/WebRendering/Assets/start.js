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
document.body.append(speaker);
enhance();
settle(addressOf(document, location.href));
const faults = $(".faults"), before = kept();
if (faults) faults.focus(); else if (before) complain(before); else sayOutcome();
listen();
// The service worker stores pages for times without a connection. The first page of a visit does
// not load it, so that this page is fast. Later pages do.
if (state.worker && document.referrer) navigator.serviceWorker?.register(state.worker, { scope: "/" }).catch(() => {});
