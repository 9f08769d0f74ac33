// Merges a loaded page into the open one: equal parts stay as they are, with their focus, open details and typed text.
const same = (one, other) =>
  one.nodeType === other.nodeType && one.nodeName === other.nodeName && (one.id || "") === (other.id || "");
const isOwn = node => node.dataset && "own" in node.dataset;
const morph = (old, next) => {
  if (old.isEqualNode(next)) return;
  if (!same(old, next)) return old.replaceWith(document.importNode(next, true));
  if (old.nodeType !== 1) { old.nodeValue = next.nodeValue; return; }
  for (const { name, value } of [...next.attributes])
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes])
    if (!next.hasAttribute(name) && !(name === "open" && old.nodeName === "DETAILS") && !/^(role|aria-(expanded|controls|autocomplete|activedescendant)|hidden)$/.test(name))
      old.removeAttribute(name);
  const keyed = new Map([...old.children].filter(child => child.id).map(child => [child.id, child]));
  let place = old.firstChild;
  for (const child of [...next.childNodes]) {
    while (place && isOwn(place)) place = place.nextSibling;
    const known = child.id && keyed.get(child.id);
    if (known && known.parentNode === old) {
      if (known === place) place = place.nextSibling; else old.insertBefore(known, place);
      morph(known, child);
    } else if (place && !place.id && same(place, child)) {
      const after = place.nextSibling;
      morph(place, child);
      place = after;
    } else old.insertBefore(document.importNode(child, true), place);
  }
  while (place) {
    const after = place.nextSibling;
    if (!isOwn(place)) place.remove();
    place = after;
  }
};

// Where the focus was, to be found again on a page that was made anew.
const spot = () => {
  const focused = document.activeElement, row = focused?.closest?.(".row[id]");
  if (!focused || focused === document.body) return null;
  return { focused, row: row?.id, kind: focused.className, id: focused.id };
};
const refocus = was => {
  if (!was || (was.focused.isConnected && document.activeElement === was.focused)) return;
  const row = was.row && document.getElementById(was.row);
  const target = (was.id && document.getElementById(was.id)) || (was.focused.isConnected && was.focused)
    || (row && ((was.kind && $("." + was.kind.split(" ")[0], row)) || $("a,button", row))) || $("#main");
  target.focus({ preventScroll: true });
};

const here = () => location.pathname + location.search;
let shownAt = here();
// Whether the page is about another person than the one that is open, or about nobody.
const isOthers = page => (page.body.dataset.who || "") !== (document.body.dataset.who || "");
// Another person is signed in, or no one is: nothing of the one before stays, however long the next page takes.
let leaving = false;
const leave = () => {
  leaving = document.body.hidden = true;
  location.replace(location.pathname === "/command" ? "/" : here());
};
// No one is signed in: what stands in a form is kept until its person is again.
const wait = () => {
  // A box that stands on a page is one only if something was written in it.
  const form = all("main form.fields[method=post]").find(one => !one.matches(".writing") || $("textarea", one)?.value);
  if (leaving) return;
  if (!form) return leave();
  leaving = document.body.hidden = true;
  form.append(make("input", { type: "hidden", name: "_keep", value: "1" }));
  form.submit();
};

// Once a row was ticked, rows stay where they are until the page is loaded again: the next press would meet the row that moved
// into its place. What is no longer in the list is struck through.
let stays = false;
const takeInPlace = main => {
  for (const part of ["#outcome", ".page-title", ".progress"]) {
    const [old, fresh] = [all(part, $("main")), all(part, main)];
    if (old.length === fresh.length) old.forEach((one, index) => morph(one, fresh[index]));
  }
  all("main .row[id]").forEach(row => {
    const fresh = $("#" + CSS.escape(row.id), main);
    if (fresh) return morph(row, fresh);
    row.classList.add("gone");
    all(".tick", row).forEach(tick => tick.setAttribute("aria-disabled", "true"));
  });
};

const takeIn = (next, address, moves, isNews) => {
  const main = $("main", next);
  if (!main) return location.assign(address);
  // News, also of what was just done here, must not wipe away what was said of it, nor its Undo.
  if (isNews && $("#outcome", main)) $("#outcome", main).replaceWith($("#outcome").cloneNode(true));
  const was = moves ? null : spot();
  document.title = next.title;
  for (const name of ["live", "find", "complete"]) {
    if (next.body.dataset[name]) document.body.dataset[name] = next.body.dataset[name];
  }
  if (moves) stays = false;
  // A section that comes or goes above a box makes the box anew.
  const typed = moves ? [] : all("main .writing [id][name]").map(one => [one.name, one.value]);
  if (stays) takeInPlace(main); else morph($("main"), main);
  for (const [name, value] of typed) {
    const one = $(`main .writing [name="${name}"]`);
    if (one && (!one.options || [...one.options].some(option => option.value === value))) one.value = value;
  }
  for (const part of [".rail", "#bar"]) {
    const [old, fresh] = [$(part), $(part, next)];
    if (old && fresh) morph(old, fresh);
  }
  const shown = new URL(address, location);
  shown.searchParams.delete("_said");
  if (shown.href !== location.href) history[moves ? "pushState" : "replaceState"](null, "", shown);
  shownAt = here();
  if (moves) { scrollTo(0, 0); ($(".faults") || $("#main")).focus({ preventScroll: true }); } else refocus(was);
  enhance();
};

const parsed = text => new DOMParser().parseFromString(text, "text/html");
const fetchPage = (address, options = {}) => fetch(address, {
  ...options, credentials: "same-origin", headers: { Accept: "text/html", "X-In-Place": "1" } });

// Sends a form without leaving the page; a question that comes back is asked over it.
const sendInPlace = async (form, button) => {
  button?.setAttribute("aria-busy", "true");
  const arrived = watch(form);
  try {
    const data = new FormData(form, button);
    const answer = await fetchPage(form.getAttribute("action"), {
      method: "POST", body: form.enctype === "multipart/form-data" ? data : new URLSearchParams(data) });
    if (!(answer.headers.get("Content-Type") || "").startsWith("text/html")) return save(answer);
    const next = parsed(await answer.text());
    const dialog = form.closest("dialog");
    if (isOthers(next)) {
      // Nothing of the person before may stay on the screen.
      if ($(".page-fault", next)) keep(wordsOf(next));
      // The answer to a form that is kept until a person signs in is a page of its own.
      if (answer.status === 401 && form.matches(".fields")) return form.submit();
      if (!answer.redirected) return leave();
      document.body.hidden = true;
      return location.assign(answer.url);
    }
    const asked = $("form.asks", next);
    if (asked) return ask(asked, dialog);
    dialog?.close();
    if ($(".page-fault", next)) return complain(wordsOf(next));
    const moves = new URL(answer.url).pathname !== location.pathname;
    stays = stays || (!moves && form.matches(".tick-form"));
    if (form.matches(".writing") && !moves && !$("#outcome .tone-danger", next)) form.reset();
    takeIn(next, answer.url, moves);
    sayOutcome();
  } catch {
    complain(["The program cannot be reached.", "Nothing was sent twice. Look at the page again to see what was kept."]);
  } finally {
    arrived();
    button?.removeAttribute("aria-busy");
    delete form.dataset.sent;
  }
};
const save = async answer => {
  const name = /filename="([^"]*)"/.exec(answer.headers.get("Content-Disposition") || "");
  const link = make("a", { href: URL.createObjectURL(await answer.blob()), download: name ? name[1] : "" });
  link.click();
  URL.revokeObjectURL(link.href);
};
const ask = (form, before) => {
  const asker = document.activeElement;
  const dialog = own(make("dialog", {}, document.importNode(form, true)));
  dialog.setAttribute("aria-labelledby", "question");
  before?.remove();
  document.body.append(dialog);
  dialog.addEventListener("close", () => { dialog.remove(); asker?.focus?.(); });
  dialog.addEventListener("click", event => {
    if (event.target === dialog || event.target.closest(".buttons a")) { event.preventDefault(); dialog.close(); }
  });
  dialog.showModal();
  $(".buttons a", dialog).focus();
};
const wordsOf = page =>
  [$("h1", page), ...all("main p:not(.footer)", page)].filter(Boolean).map(part => part.textContent.trim());
const complain = words => {
  const message = make("div", { className: "message tone-danger" },
    ...words.map((text, index) => make("p", { className: index ? "" : "words", textContent: text })));
  $("#outcome").replaceChildren(make("div", { className: "said" }, make("div", { className: "messages" }, message)));
  say(words.join(" "));
  fade();
};

document.addEventListener("submit", event => {
  const form = event.target;
  if (form.method !== "post") return;
  if (form.dataset.sent || form.closest(".gone")) return event.preventDefault();
  form.dataset.sent = "1";
  // A file takes long: only a page that stays can show how far it is, and stop it.
  if (!form.matches(".action,.bulk,.writing,dialog form,[enctype='multipart/form-data']")) {
    const arrived = watch(form);
    addEventListener("pagehide", arrived, { once: true });
    return;
  }
  event.preventDefault();
  sendInPlace(form, event.submitter);
});
addEventListener("pageshow", () => all("form[data-sent]").forEach(form => delete form.dataset.sent));
// A step to another part of the same page is no other page.
addEventListener("popstate", () => here() === shownAt || location.reload());
