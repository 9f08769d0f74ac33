/// The one script: everything works without it, and is quicker with it. Written here, without dependencies, at most 25 KB.
///
/// Its parts stand in files of their own and share one scope.
enum ScriptText {
  static let text = [
    "\"use strict\";(() => {", base, working, swapping, offering, forms, keys, live, start,
    "})();\n",
  ].joined(separator: "\n")

  private static let base = #"""
    const $ = (selector, root = document) => root.querySelector(selector);
    const all = (selector, root = document) => [...root.querySelectorAll(selector)];
    const make = (name, properties = {}, ...children) => {
      const element = Object.assign(document.createElement(name), properties);
      element.append(...children);
      return element;
    };
    // What the script puts on the page; a page taken in later leaves it alone.
    const own = element => (element.dataset.own = "", element);

    const speaker = own(make("div", { className: "heard" }));
    speaker.setAttribute("aria-live", "polite");
    const say = text => { speaker.textContent = ""; setTimeout(() => speaker.textContent = text, 100); };
    const sayOutcome = () => {
      const words = all("#outcome .message").map(one => ($(".heard", one) || one).textContent.trim());
      if (words.length) say(words.join(" "));
    };
    const remember = (key, value) => { try { localStorage.setItem(key, value); } catch {} };
    const recall = key => { try { return localStorage.getItem(key); } catch { return null; } };
    """#

  private static let start = #"""
    const enhance = () => {
      all("input[data-kinds]").forEach(finding);
      all(".line input[name=_command]").forEach(completing);
      all("form.fields").forEach(form => { days(form); conditions(form); secrets(form); shown(form); });
    };
    document.body.append(speaker);
    enhance();
    const here = new URL(location);
    if (here.searchParams.has("_said")) {
      here.searchParams.delete("_said");
      history.replaceState(null, "", here);
    }
    const faults = $(".faults");
    if (faults) faults.focus(); else sayOutcome();
    listen();
    """#
}
