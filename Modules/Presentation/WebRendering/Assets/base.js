const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
// What the server says about the page, such as the addresses of its live updates.
const state = document.body.dataset;
const on = (target, ...words) => target.addEventListener(...words);
const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};
// Marks an element that the script itself adds to a page. `morph`, which merges a newly loaded page
// into the open one, leaves such elements alone.
const own = element => (element.dataset.own = "", element);

const speaker = own(make("div", { className: "heard" }));
speaker.setAttribute("aria-live", "polite");
const say = text => { speaker.textContent = ""; setTimeout(() => speaker.textContent = text, 100); };
const sayOutcome = () => {
  all("#outcome .cut").forEach(one => one.title = one.textContent.trim().replace(/\s+/g, " "));
  const words = all("#outcome .message").map(one => ($(".heard", one) || one).textContent.trim());
  if (words.length) say(words.join(" "));
  fade();
};
// Shows the outcome of a command, such as "Added Kent", for six seconds. It stays longer while the
// pointer or the focus is on it or keys are pressed. An error, a warning, a question (`.stays`) or an outcome that is not shown whole stays.
let fading;
on(document, "keydown", () => fading && fade());
const fade = () => {
  clearTimeout(fading);
  fading = 0;
  const box = $("#outcome"), said = $(".said", box);
  if (!said) return;
  box.classList.remove("over", "up");
  const close = () => { clearTimeout(fading); fading = 0; box.classList.add("over"); };
  if (!$(".closes", said)) {
    said.append(own(make("button", { type: "button", className: "closes", textContent: "×", onclick: close })));
    $(".closes", said).setAttribute("aria-label", "Close");
  }
  // The box with the outcome moves to the top of the window if it would cover the button that was
  // just pressed.
  const [mine, pressed] = [box, document.activeElement].map(one => one.getBoundingClientRect());
  const covers = document.activeElement.matches("a,button,input,summary") && pressed.bottom > mine.top && pressed.top < mine.bottom && pressed.right > mine.left;
  box.classList.toggle("up", covers);
  if (!said.matches(".stays")
    && !all(".cut", said).some(one => one.scrollHeight - one.clientHeight + one.scrollWidth - one.clientWidth > 2))
    fading = setTimeout(() => box.matches(":hover,:focus-within") ? fade() : close(), 6000);
};
const remember = (key, value) => { try { localStorage.setItem(key, value); } catch {} };
// Stores messages in the browser, for the next page that is loaded to show.
const keep = words => { try { sessionStorage.setItem("said", JSON.stringify(words)); } catch {} };
const kept = () => {
  try {
    const words = JSON.parse(sessionStorage.getItem("said"));
    sessionStorage.removeItem("said");
    return words;
  } catch {}
};
const recall = key => { try { return localStorage.getItem(key); } catch {} };
