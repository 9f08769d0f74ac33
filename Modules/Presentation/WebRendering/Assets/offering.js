// This file suggests values while the user types: records for a field, and completions for the command bar.
let offerCount = 0;
const offer = (input, { load, take }) => {
  if (!once(input, "offers")) return;
  const list = own(make("ul", { className: "offers", id: "offers-" + ++offerCount, hidden: true, role: "listbox", ariaLabel: "What fits" }));
  input.removeAttribute("list");
  set(input, { role: "combobox", ariaExpanded: false, ariaAutoComplete: "list", "aria-controls": list.id });
  (input.closest(".line") || input).after(list);
  let found = [], chosen = -1, waiting, running;
  const close = () => {
    list.hidden = true; chosen = -1;
    input.ariaExpanded = false;
    input.removeAttribute("aria-activedescendant");
  };
  const mark = index => {
    chosen = index;
    [...list.children].forEach((item, place) => item.ariaSelected = place === index);
    set(input, { "aria-activedescendant": list.id + "-" + index });
    list.children[index].scrollIntoView({ block: "nearest" });
  };
  const pick = index => { take(found[index]); close(); input.focus(); };
  const show = () => {
    list.replaceChildren(...found.map((one, index) => {
      const item = make("li", { id: list.id + "-" + index, role: "option", ariaSelected: false }, make("span", { textContent: one.label || one.text }),
        make("span", { textContent: one.note || (found.filter(other => other.label === one.label).length > 1 ? one.text : "") }));
      on(item, "pointerdown", event => { stop(event); pick(index); });
      return item;
    }));
    chosen = -1;
    list.hidden = !found.length;
    input.ariaExpanded = !!found.length;
    if (found.length) say(found.length === 1 ? "1 fits" : found.length + " fit");
  };
  on(input, "input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      running?.abort();
      running = new AbortController();
      const address = load();
      if (!address) return close();
      try {
        const answer = await fetch(address, { signal: running.signal, headers: { Accept: "application/json" } });
        if (answer.status === 401) return wait();
        found = answer.ok ? (await answer.json()).slice(0, 12) : [];
        if (active() === input) show();
      } catch {}
    }, 120);
  });
  on(input, "keydown", event => {
    const { key } = event, step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (list.hidden) return;
    if (step) mark((Math.max(chosen, step < 0 ? 0 : -1) + step + found.length) % found.length);
    else if (key === "Enter" && chosen >= 0) pick(chosen);
    else if (key === "Tab" && input.name === "_command" && !event.shiftKey) pick(Math.max(chosen, 0));
    else if (key === "Escape") {
      event.stopPropagation();
      close();
    } else return;
    stop(event);
  });
  on(input, "blur", close);
};
const query = (address, values) => address + (address.includes("?") ? "&" : "?") + new URLSearchParams(values);
// For each field, the handles (short names such as `s4`) of the chosen records, by the names that
// the field shows.
const chosen = new WeakMap();
const asSent = (input, value = input.value) => {
  const names = chosen.get(input), handle = text => names[text.trim()] || text;
  if (!names) return value;
  return "several" in input.dataset ? value.split(",").map(handle).join(", ") : handle(value);
};
on(document, "formdata", event => each("input[data-kinds]", input =>
  chosen.has(input) && !input.disabled && event.formData.set(input.name, asSent(input)), event.target));
const finding = input => {
  if (!state.find) return;
  const several = "several" in input.dataset;
  // In a field of several records, commas separate the names, so commas within a name are removed.
  const plain = name => several ? name.replaceAll(",", "") : name;
  // Returns the text that stands for a record in the field: its name. A second record of the same
  // name is shown as its handle, such as `s4`, because the script could not tell the two apart.
  const shownAs = (title, handle) => {
    const names = chosen.get(input) || {};
    const name = (names[plain(title)] || handle) === handle ? plain(title) : handle;
    chosen.set(input, { ...names, [name]: handle });
    return name;
  };
  // If the field has records when the page is loaded, it shows their names, and sends their
  // handles.
  const lines = (input.dataset.named || "").split("\n").map(line => line.split(" "));
  const named = lines.map(([handle, ...title]) => shownAs(title.join(" "), handle)).join(", ");
  if (input.value === lines.map(([handle]) => handle).join(", ")) {
    input.value = named;
    $(".named", input.parentNode)?.remove();
  }
  const parts = () => input.value.split(",");
  offer(input, {
    load: () => {
      $(".named", input.parentNode)?.remove();
      const last = (several ? parts().pop() : input.value).trim();
      return last && query(state.find, { kinds: input.dataset.kinds, q: last });
    },
    take: one => {
      // The field shows the record's name, and the form sends its handle, such as `s4`.
      const name = shownAs(one.label, one.text);
      input.value = several ? [...parts().slice(0, -1).map(part => part.trim()), name].join(", ") : name;
      input.parentNode.append(own(make("p", { className: "named", textContent: one.note || "" })));
      tell(input);
    },
  });
};
const completing = input => {
  if (!state.complete) return;
  offer(input, {
    load: () => input.value && query(state.complete, { line: input.value }),
    take: one => {
      if (one.to) return location.assign(one.to);
      input.value = one.text;
      input.dispatchEvent(new Event("input"));
    },
  });
  const list = byId(input.id + "-recent");
  let place = -1;
  on(input, "keydown", event => {
    const lines = list?.options || [];
    if (event.key !== "ArrowUp" || !lines.length || input.ariaExpanded === "true") return;
    stop(event);
    place = (place + 1) % lines.length;
    input.value = lines[place].value;
  });
};
