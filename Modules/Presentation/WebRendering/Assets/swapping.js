// Merges a loaded page into the open one. Parts that are equal in both stay as they are, with their
// focus, opened details and typed text.
const same = (one, other) => one.nodeName === other.nodeName && one.id === other.id;
const isOwn = node => node?.dataset?.own === "";
const morph = (old, next) => {
  if (old.isEqualNode(next)) return;
  if (!same(old, next)) return old.replaceWith(document.importNode(next, true));
  if (old.nodeType !== 1) { old.nodeValue = next.nodeValue; return; }
  for (const { name, value } of next.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes])
    if (!next.hasAttribute(name) && !/^(open|role|aria-(expanded|controls|autocomplete|activedescendant)|hidden)$/.test(name))
      old.removeAttribute(name);
  const keyed = new Map([...old.children].map(child => [child.id, child]));
  let place = old.firstChild;
  for (const child of [...next.childNodes]) {
    while (isOwn(place)) place = place.nextSibling;
    const known = child.id && keyed.get(child.id);
    if (known?.parentNode === old) {
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

// Returns where the focus is, so that `refocus` can restore it after the page has changed.
const spot = () => {
  const focused = active(), row = focused.closest(".row[id]");
  if (focused !== body) return { focused, row: row?.id, kind: focused.className, id: focused.id };
};
const refocus = was => {
  if (!was || active() === was.focused) return;
  const row = byId(was.row);
  (byId(was.id) || (was.focused.isConnected && was.focused)
    || (row && ((was.kind && $("." + was.kind.split(" ")[0], row)) || $("a,button", row))) || $("#main")).focus(still);
};

const here = () => location.pathname + location.search;
let shownAt = here();
// True if the loaded page belongs to another person than the open one, or if no person is signed in any more.
const isOthers = page => page.body.dataset.who !== state.who;
// Hides the page and loads it again, because another person or no person is signed in. The previous
// person's data must not stay visible, even if the next page takes long to load.
let leaving;
const hide = () => leaving = body.hidden = true;
const leave = () => {
  if (leaving) return;
  hide();
  location.replace(location.pathname === "/command" ? "/" : here());
};
// The session has ended, or a person has signed in in another tab. Sends the page's form to the server. It stores
// the form until its person has signed in again, or shows it if that person is signed in. A page without a form is
// only left.
const wait = () => {
  // A short form inside a page (`.writing`) is sent only if text was typed in it.
  const form = all("main form.fields[method=post]").find(one => !one.matches(".writing") || $("textarea", one)?.value);
  if (leaving || !form) return leave();
  hide();
  form.append(make("input", { type: "hidden", name: "_keep", value: 1 }));
  // The browser first gets the cookie from the answer to the sign-out in another tab.
  setTimeout(() => form.submit(), 700);
};

// After a record was ticked, or a button beside its row was pressed, all rows keep their positions until the page is loaded
// again. Otherwise the next press could hit a row that has just moved there. Rows that are no longer in their list are struck
// through. A record can be in several sections, whose headings may contain a number.
let stays = false;
const inList = row => row.id + row.closest("section")?.firstElementChild.textContent.replace(/\d/g, "");
const takeInPlace = main => {
  for (const part of ["#outcome", ".page-title", ".progress", "main>p", ".stats"]) {
    const old = all(part, $("main")), fresh = all(part, main);
    if (old.length === fresh.length) old.forEach((one, index) => morph(one, fresh[index]));
  }
  const now = new Map(all(".row", main).map(row => [inList(row), row]));
  each("main .row[id]", row => {
    const fresh = now.get(inList(row));
    // A row keeps its height, so it gets no primary button that it did not have, unless it was struck through.
    if (fresh) return $(".leads", fresh) && !row.matches(".gone,:has(.leads)") || morph(row, fresh);
    row.classList.add("gone");
    // They say what the row was before.
    each(".badges,.cell", one => one.replaceChildren(), row);
    each("button", one => one.ariaDisabled = true, row);
  });
};

// The value that a field of a form had at first.
const isBox = one => /^(checkbox|radio)$/.test(one.type);
const first = one => isBox(one) ? one.defaultChecked
  : one.options ? ([...one.options].find(option => option.defaultSelected) || one.options[0])?.value : one.defaultValue;
// Returns the fields of forms, without files and passphrases.
const written = (forms = ".fields[method=post]") => all(`main ${forms} [id][name]:not([type=file],[autocomplete$=password])`);
const beginnings = one => all(`[name="_was.${one.name}"]`, one.form);
// Returns what was changed in fields, or all that is in them. `names` has the handles of chosen records.
const changed = (fields, isAll) => Object.fromEntries(fields.filter(one =>
  isAll || (isBox(one) ? one.checked : asSent(one)) !== asSent(one, first(one))).map(one =>
  [one.id, { value: one[isBox(one) ? "checked" : "value"], began: beginnings(one).map(was => was.value), names: chosen.get(one) }]));
// Writes it into the fields of the merged page, or of one that shows the form again. A changed field keeps the value
// with which it began (`_was.`), so that the server notices when it was changed elsewhere too. Every other field takes
// its new value.
const writeAgain = (fields, typed = {}) => fields.forEach(one => {
  const was = typed[one.id], name = "_was." + one.name;
  const isKept = was && (!one.options || [...one.options].some(option => option.value === was.value));
  one[isBox(one) ? "checked" : "value"] = isKept ? was.value : first(one);
  if (!isKept) return;
  chosen.set(one, was.names);
  one.closest("details")?.setAttribute("open", "");
  beginnings(one).forEach(began => began.remove());
  one.form.append(...was.began.map(value => make("input", { type: "hidden", name, value })));
});

// Returns the address at which the page can be loaded again. The answer to a sent form is at `/command`,
// so its form or question names the address.
const addressOf = (page, address) => {
  const shown = new URL($("[data-at]", page)?.dataset.at || address, location);
  shown.searchParams.delete("_said");
  return shown;
};
// Sets the address of the shown page. A browser forgets at that that it sent a form to load the page, and so
// can go back to the page later.
const settle = (address, moves) => {
  history[moves ? "pushState" : "replaceState"](null, "", address);
  shownAt = here();
};
const takeIn = (next, address, moves, isNews) => {
  const main = $("main", next);
  if (!main) return location.assign(address);
  // A refresh must not remove the shown outcome of a command and its Undo button. The command
  // itself causes such a refresh.
  if (isNews) $("#outcome", main)?.replaceWith($("#outcome").cloneNode(true));
  const was = !moves && spot();
  document.title = next.title;
  Object.assign(state, next.body.dataset);
  // Merging may create a text box again if a section above it appears or disappears. What was typed
  // in the box is therefore read before and restored afterwards.
  const typed = changed(written(".writing"));
  if (stays) takeInPlace(main); else morph($("main"), main);
  // Merging keeps the chosen file, which the program has refused.
  each(".faulty [type=file]", one => one.value = "");
  if (!moves) writeAgain(written(".writing"), typed);
  for (const part of [".rail", "#bar"]) {
    const old = $(part), fresh = $(part, next);
    if (old && fresh) morph(old, fresh);
  }
  settle(address, moves);
  if (moves || $(".faults")) { scrollTo(0, 0); ($(".faults,main [autofocus]") || $("#main")).focus(still); } else refocus(was);
  enhance();
};

const parsed = text => new DOMParser().parseFromString(text, "text/html");
const fetchPage = (address, options = {}) => fetch(address, {
  ...options, headers: { Accept: "text/html", "X-In-Place": "1" } });

// The form for which the program has just answered. The browser sends it and loads the answer as a page, perhaps only
// after the form can be pressed again: `isSent` stays.
let ready, isSent;
// Sends a form, in most cases without leaving the page. If the server answers with a question, a dialog shows it.
const send = async (form, button) => {
  button?.setAttribute("aria-busy", true);
  const arrived = watch(form), is = kinds => form.matches(kinds);
  try {
    // The complete form of a command loads a new page. One with a file does not, because only a page
    // that stays can show the progress and stop the command.
    if (!is(".action,.bulk,.writing,dialog form,[enctype='multipart/form-data']")) {
      // Without a connection the browser would show an error page in place of the form, and what was typed would be
      // lost. So the program is first asked for a file that needs no session. Until it was answered the browser asks
      // before it leaves the page, because nothing was sent yet.
      onbeforeunload = () => 1;
      try { if (!(await fetch("/favicon.ico", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(2e4) })).ok) throw 0; } finally { onbeforeunload = null; }
      ready = isSent = form;
      form.requestSubmit(button);
      ready = 0;
      // A file as the answer leaves the page as it is.
      return await new Promise(gone => { on(window, "pagehide", gone); setTimeout(gone, 2e4); });
    }
    const data = new FormData(form, button);
    const answer = await fetchPage(form.getAttribute("action"), {
      method: "POST", body: form.enctype === "multipart/form-data" ? data : new URLSearchParams(data) });
    if (!answer.headers.get("Content-Type")?.startsWith("text/html"))
      return answer.ok ? save(answer) : complain([(await answer.json()).message || "The program refused this."]);
    const next = parsed(await answer.text());
    const dialog = form.closest("dialog"), fault = $(".page-fault", next);
    // The form was too large, or the server has no connection to its database and does not know
    // whose page this is. The command was not run, so what was typed stays.
    if ([413, 503].includes(answer.status) && fault) {
      const file = answer.status === 413 && $("[type=file]", form);
      dialog?.close();
      return file ? refuse(file, wordsOf(next)) : complain(wordsOf(next));
    }
    if (isOthers(next)) {
      // The answer belongs to another person, so nothing of the previous person may stay visible.
      // An error message in it is stored and shown on the next page.
      if (fault) keep("said", wordsOf(next));
      // The session has ended. The form is sent again with a page load, because the server stores
      // what is filled in and answers with the sign-in page, which says so.
      if (answer.status === 401 && !answer.redirected && (is(".fields") || !fault)) {
        hide();
        return form.submit();
      }
      if (!answer.redirected) return leave();
      hide();
      return location.assign(answer.url);
    }
    const asked = $("form.asks", next);
    if (asked) return ask(asked, dialog);
    dialog?.close();
    if (fault) return complain(wordsOf(next));
    const address = addressOf(next, answer.url), moves = address.pathname !== location.pathname;
    // What a person adds in a short form is shown, so the page is then merged as a whole.
    stays = !moves && (stays && !is(".writing") || is(".row[id] .tick-box,.brief[id]>.acts>li>*"));
    if (is(".writing") && !moves && !$("#outcome .tone-danger", next)) form.reset();
    takeIn(next, address, moves);
    sayOutcome();
  } catch {
    complain(["There is no connection.", "Press again later: nothing is done twice."]);
  } finally {
    arrived();
    button?.removeAttribute("aria-busy");
    delete form.dataset.sent;
  }
};
const save = async answer => {
  const name = /filename="([^"]*)"/.exec(answer.headers.get("Content-Disposition"));
  const link = make("a", { href: URL.createObjectURL(await answer.blob()), download: name?.[1] || "" });
  link.click();
  URL.revokeObjectURL(link.href);
};
const ask = (form, before) => {
  const dialog = own(make("dialog", { "aria-labelledby": "question" }, form));
  before?.remove();
  body.append(dialog);
  on(dialog, "close", () => dialog.remove());
  on(dialog, "click", event => {
    if (event.target.matches("dialog,.buttons a")) { stop(event); dialog.close(); }
  });
  dialog.showModal();
  $(".buttons a", dialog).focus();
  dialog.scrollTop = 0;
};
const wordsOf = page =>
  [$("h1", page), ...all("main p:not(.footer,.buttons)", page)].filter(Boolean).map(part => part.textContent.trim());
// Shows at the field of a file why the file was refused, until another one is chosen. The faults that the page shows of an
// answer before are over.
const refuse = (input, words) => {
  const { form, parentNode: field } = input, id = input.id + "-fault";
  const clear = () => {
    each(".fault,.faults", one => one.remove(), form);
    each(".faulty", one => one.className = "field", form);
    each("[aria-invalid]", one => one.ariaInvalid = null, form);
  };
  clear();
  input.before(own(make("p", { className: "fault", id, textContent: words.join(" ") })));
  field.className += " faulty";
  set(input, { ariaInvalid: true, "aria-describedby": input.id + "-hint " + id, onchange: clear });
  input.focus(still);
  field.scrollIntoView({ block: "nearest" });
};
const complain = words => {
  $("#outcome").replaceChildren(div("said stays", div("messages",
    div("message tone-danger",
      ...words.map((textContent, index) => make("p", { className: index ? "" : "words", textContent }))))));
  say(words.join(" "));
  fade();
};

on(document, "submit", event => {
  const form = event.target;
  if (form.method !== "post" || form === ready) return;
  stop(event);
  if (form.dataset.sent || form.closest(".gone")) return;
  form.dataset.sent = 1;
  // The menu would cover what the press came to, and the next press would choose in it again.
  shut(form.closest(".menu"));
  send(form, event.submitter);
});
// The browser's "Back" loads a page again only if its address differs in more than the part after
// `#`.
on(window, "popstate", () => here() === shownAt || location.reload());
