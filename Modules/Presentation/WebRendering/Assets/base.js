const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const each = (selector, act, root) => all(selector, root).forEach(act);
const { body } = document;
// What the server says about the page, such as the addresses of its live updates.
const state = body.dataset;
const on = (target, ...words) => target.addEventListener(...words);
// Sets properties of an element, and attributes that are none of its properties.
const set = (element, values) => {
  for (const [name, value] of Object.entries(values))
    if (name in element) element[name] = value; else element.setAttribute(name, value);
  return element;
};
const make = (name, values = {}, ...children) => {
  const element = set(document.createElement(name), values);
  element.append(...children);
  return element;
};
const div = (className, ...children) => make("div", { className }, ...children);
const button = values => make("button", { type: "button", ...values });
const active = () => document.activeElement;
// The option of `focus` that leaves the page where it is.
const still = { preventScroll: true };
const byId = id => document.getElementById(id);
const stop = event => event.preventDefault();
const tell = input => input.dispatchEvent(new Event("change", { bubbles: true }));
// Marks an element that the script itself adds to a page. `morph`, which merges a newly loaded page
// into the open one, leaves such elements alone.
const own = element => (element.dataset.own = "", element);

const speaker = own(make("div", { className: "heard", "aria-live": "polite" }));
const say = text => { speaker.textContent = ""; setTimeout(() => speaker.textContent = text, 100); };
const sayOutcome = () => {
  const words = all("#outcome .message").map(one => ($(".heard", one) || one).textContent.trim());
  if (words.length) say(words.join(" "));
  fade();
};
// Shows the outcome of a command, such as "Added Kent", for six seconds. It stays longer while the
// pointer or the focus is on it or keys are pressed. An error, a warning, a question (`.stays`) or an outcome that is not shown whole stays.
let fading;
on(document, "keydown", () => fading && fade());
const fade = () => {
  fading = clearTimeout(fading);
  const box = $("#outcome"), said = $(".said", box);
  if (!said) return;
  box.classList.remove("over", "up");
  const close = () => { fading = clearTimeout(fading); box.classList.add("over"); };
  if (!$(".closes", said)) said.append(own(button({ className: "closes", textContent: "×", onclick: close, "aria-label": "Close" })));
  // The box with the outcome moves to the top of the window if it would cover the button that was
  // just pressed.
  const [mine, pressed] = [box, active()].map(one => one.getBoundingClientRect());
  box.classList.toggle("up", active().matches("a,button,input,summary") && pressed.bottom > mine.top && pressed.top < mine.bottom && pressed.right > mine.left);
  if (!said.matches(".stays")
    && !all(".cut", said).some(one => one.scrollHeight - one.clientHeight + one.scrollWidth - one.clientWidth > 2))
    fading = setTimeout(() => box.matches(":hover,:focus-within") ? fade() : close(), 6000);
};
// Stores something in the tab for the next page that is loaded: messages to show, or what was written in forms.
const keep = (name, value) => { try { sessionStorage[name] = JSON.stringify(value); } catch {} };
const kept = name => {
  try {
    const value = JSON.parse(sessionStorage[name]);
    delete sessionStorage[name];
    return value;
  } catch {}
};
// Whether the key / opens the command bar.
const usesSlash = () => { try { return localStorage.slash !== "off"; } catch { return true; } };
