// Moves a card of a board, such as a school, to another lane, such as a status. A person drags the
// card or presses Shift and an arrow key. Both choose the lane in the card's form and send it.
const laneOf = place => place?.closest?.(".lane");
const cardOf = place => place?.closest?.(".board .row");
const moveTo = (card, lane) => {
  const select = $(".moves select", card), option = select?.options[all(".lane").indexOf(lane)];
  if (!option || option.selected || option.disabled) return;
  option.selected = true;
  select.form.requestSubmit();
};
let carried;
const aim = lane => each(".lane", one => one.classList.toggle("aimed", one === lane));
const over = act => event => {
  const lane = carried && laneOf(event.target);
  if (lane) { stop(event); act(lane); }
};
for (const [name, act] of Object.entries({
  dragstart: event => carried = cardOf(event.target),
  dragend: () => { carried = null; aim(); },
  dragover: over(aim),
  drop: over(lane => moveTo(carried, lane)),
  keydown: event => {
    const card = event.shiftKey && event.target.matches("a,button") && cardOf(event.target);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key], lanes = all(".lane");
    if (!card || !step) return;
    stop(event);
    moveTo(card, lanes[lanes.indexOf(laneOf(card)) + step]);
  },
})) on(document, name, act);
