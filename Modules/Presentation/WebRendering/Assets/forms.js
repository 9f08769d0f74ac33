// This file adds input aids to forms: buttons for days, fields that appear only when they apply, and the text of
// the form's command.
const done = {};
// Returns true at the first call for an element. Merging a page keeps the element, so that its aids are added once.
const once = (element, key) => {
  const before = done[key] ||= new WeakSet();
  return !before.has(element) && !!before.add(element);
};
// Calls `add` once for each element inside `root` that the selector matches.
const aid = (selector, root, add) => all(selector, root).filter(one => once(one, selector)).forEach(add);
const days = form => aid("input[data-day]", form, input => {
  const set = value => { input.value = value; tell(input); };
  const name = $("label", input.parentNode)?.firstChild.textContent || "Day";
  const calendar = make("input", { type: "date", className: "behind", tabIndex: -1, ariaHidden: true, onchange: () => calendar.value && set(calendar.value) });
  const chip = (textContent, label, onclick) =>
    button({ className: "chip", textContent, onclick, ariaLabel: name + ": " + label });
  const pick = () => { try { calendar.showPicker(); } catch { calendar.focus(); } };
  const near = input.dataset.day.split(" ").filter(Boolean).map(day => [day, chip(day[0].toUpperCase() + day.slice(1), day, () => set(day))]);
  const mark = () => near.forEach(([day, button]) => button.ariaPressed = input.value.trim().toLowerCase() === day);
  input.oninput = input.onchange = mark;
  input.after(own(div("days-near", ...near.map(([, button]) => button), chip("Calendar", "Calendar", pick), calendar)));
  mark();
});
const conditions = form => {
  const check = () => each(".field[data-when]", field => {
    const answers = new FormData(form).getAll(field.dataset.when).map(text => String(text).trim().toLowerCase());
    // Without `data-is` any answer counts.
    const counting = field.dataset.is?.split("|");
    field.hidden = !answers.some(answer => counting ? counting.includes(answer) : answer) && !$("[aria-invalid]", field);
    // A hidden field is disabled, because a browser would otherwise send its value too.
    each("[name]", input => input.disabled = field.hidden, field);
  }, form);
  if (once(form, "conditions")) on(form, "change", check);
  check();
};
// Ticks the boxes below one that stands for all of its group, up to the next heading, and unticks that one when one of them
// is unticked.
const wholes = form => aid("[data-whole]", form, whole => {
  const boxes = [];
  for (let next = whole.parentNode; (next = next.nextElementSibling)?.matches(".box");) boxes.push($("input", next));
  on(form, "change", ({ target }) => {
    if (target === whole) boxes.forEach(box => box.checked = whole.checked);
    else if (boxes.includes(target) && !target.checked) whole.checked = false;
  });
});
// Disables the submit button of a form with two days until both are given and the first is not
// after the second.
const range = form => {
  const { from, to } = form.elements, button = $("[type=submit]", form);
  const told = byId(to.getAttribute("aria-describedby"));
  const fault = told || own(make("p", { className: "fault", role: "alert" }));
  const check = () => {
    const isReversed = to.value && to.value < from.value;
    fault.textContent = isReversed ? "End date must be after start date" : "";
    button.disabled = !from.value || !to.value || isReversed;
    // The chosen preset looks chosen while the fields have its days. A press on it puts them back.
    const isPreset = [from, to].every(one => one.value === one.defaultValue);
    each("[aria-pressed]", one => set(one, {
      ariaPressed: isPreset, ariaLabel: null, className: isPreset ? "current" : "", onclick: () => { form.reset(); check(); } }), form.parentNode);
  };
  if (once(form, "range")) {
    if (!told) to.parentNode.append(fault);
    on(form, "input", check);
  }
  check();
};
const secrets = form => aid("input[type=password]", form, input => {
  const box = make("input", { type: "checkbox", onchange: () => input.type = box.checked ? "text" : "password" });
  input.after(own(make("label", { className: "shows" }, box, " Show what is typed")));
});
// Adds a button that copies a text which people send on. If the browser does not allow that, the text is selected.
const copies = () => aid("[data-copy]", document, place => {
  const copy = own(button({ className: "chip", textContent: "Copy", ariaLabel: "Copy: " + place.dataset.copy, onclick: async () => {
    try { await navigator.clipboard.writeText(place.textContent); say("Copied"); copy.textContent = "Copied"; }
    catch { getSelection().selectAllChildren(place); }
  } }));
  place.after(" ", copy);
});
const quoted = word => !word || /^(#|--)|[\s"'\\]/.test(word) ? '"' + word.replace(/["\\]/g, "\\$&") + '"' : word;
// Writes below a form the command that does the same in a terminal, so that users learn the
// commands.
const shown = form => {
  const line = $("#as-command"), words = $("input[name=_command]", form)?.value;
  if (!line || !words || !once(form, "shown")) return;
  const write = () => {
    const parts = [words], given = new FormData(form);
    all(".field[data-as]", form).sort((a, b) => a.dataset.place - b.dataset.place || 0).forEach(field => {
      const input = $("[name]", field), as = field.dataset.as;
      for (const value of given.getAll(input.name)) {
        if (typeof value !== "string" || !value) continue;
        if (/flag|option/.test(as)) parts.push("--" + input.name);
        if (as !== "flag") parts.push(quoted(value));
      }
    });
    line.textContent = parts.join(" ");
  };
  form.oninput = form.onchange = write;
  write();
};
// A link that opens the mail program, messages or the telephone sets the type of the page's form for a contact, so that
// the form fits when the person comes back. A link in a row chooses the row's person in the form.
const ways = { "mailto:": "email", "sms:": "text", "tel:": "phone-call" };
on(window, "click", event => {
  const link = event.target.closest?.("a[href]"), type = ways[link?.protocol], select = $("form.writing [name=type]");
  if (!type || !select) return;
  select.value = type;
  const handle = link.closest(".row[id]")?.id.slice(4);
  each("option", one => one.selected ||= one.value === handle, select.form);
  $("textarea", select.form)?.focus(still);
});
