// Shows the progress of a long command and a button to stop it. Without scripts, the browser only shows that it waits.
const watch = form => {
  const number = form.elements._once?.value, token = form.elements._token?.value;
  if (!number || !token) return () => {};
  let timer, box, over;
  const end = () => { over = true; clearTimeout(timer); box?.remove(); };
  const show = now => {
    if (!box) {
      const stops = button({ textContent: "Stop", onclick: () => {
        stops.disabled = true;
        fetch("/work", { method: "POST", body: new URLSearchParams({ _token: token, _once: number }) });
      } });
      box = own(div("working", make("progress", { ariaLabel: "How far it is" }), make("span"), stops));
      body.append(box);
      say("This takes a moment.");
    }
    const bar = $("progress", box);
    $("span", box).textContent = now.words || "Working…";
    if (now.total) { bar.max = now.total; bar.value = now.done; }
  };
  const look = async () => {
    try {
      const answer = await fetch("/work?_once=" + number, { headers: { Accept: "application/json" } });
      if (over) return;
      if (answer.status === 200) show(await answer.json()); else if (box) return end();
    } catch {}
    if (!over) timer = setTimeout(look, 700);
  };
  timer = setTimeout(look, 700);
  return end;
};
