// This file handles keyboard shortcuts, and closes menus when another part of the page is clicked.
const bar = () => $("#bar");
const openBar = () => {
  if (!bar()?.showPopover || bar().matches(":popover-open")) return;
  bar().showPopover();
  $("input[name=_command]", bar()).select();
};
const shut = menu => { if (menu) { menu.open = false; $("summary", menu).focus(); } };
on(document, "keydown", event => {
  if (event.isComposing || event.altKey) return;
  const isK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
  const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && usesSlash()
    && !active()?.matches("input:not([type=checkbox],[type=radio]),textarea,select");
  if ((isK || isSlash) && bar()) {
    stop(event);
    openBar();
  } else if (event.key === "Escape") {
    const menu = active()?.closest("details.menu[open]") || $("details.menu[open]");
    if (menu) shut(menu);
    else if (!$("dialog[open],:popover-open")) $("#outcome").replaceChildren();
  }
});
// A menu opens at one edge of its button. If it would extend beyond the window there, it is aligned
// with the other edge.
on(document, "toggle", event => {
  const menu = event.target;
  if (!menu.matches?.("details.menu[open]")) return;
  const sheet = menu.lastElementChild;
  sheet.classList.remove("turned");
  const { left, right } = sheet.getBoundingClientRect();
  sheet.classList.toggle("turned", left < 0 || right > innerWidth);
  sheet.scrollIntoView({ block: "nearest" });
}, true);
on(document, "click", event => {
  // The second click of a double click would press the button that has come to that place.
  if (event.detail > 1 && event.target.closest(".action")) stop(event);
  each("details.menu[open]", menu => menu.open = menu.contains(event.target));
  // With such a key Cancel opens another tab, and the form stays.
  isCanceled = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.target.closest(".fields .buttons a");
  if (event.target.closest("#more a,#quick a")) each(":popover-open", one => one.hidePopover());
});
// The key / opens the command bar. Speech input can press a single key by accident, so a box in the
// command bar turns this key off.
if (bar()) {
  const box = make("input", { type: "checkbox", checked: usesSlash(), onchange: () => { try { localStorage.slash = box.checked ? "on" : "off"; } catch {} } });
  bar().append(own(make("label", { className: "shows" }, box, " Open this with the key / (Ctrl-K opens it always)")));
}
