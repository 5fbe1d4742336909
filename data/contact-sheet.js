// The page shows the sets as they were found. What is changed lives in `sets`: lists of frame numbers, which are
// counted in capture order.
const names = JSON.parse(document.getElementById("names").textContent);
const main = document.querySelector("main");
const status = document.getElementById("status");
const frames = names.map((_, i) => document.getElementById(`frame-${i}`));
const found = new Map([...main.querySelectorAll(".set")].map((section) => [keyOf(framesIn(section)), section]));
let sets = [...found.values()].map(framesIn);
let filter = "all";
let lastPicked;
let savedKey = keyOfAll();
const undone = [];

function framesIn(section) {
  return [...section.querySelectorAll(".frame")].map((frame) => Number(frame.id.slice("frame-".length)));
}

function keyOf(set) {
  return set.join(" ");
}

function keyOfAll() {
  return sets.map(keyOf).join("|");
}

function selection() {
  return frames.flatMap((frame, i) => (frame.getAttribute("aria-pressed") === "true" ? [i] : []));
}

function select(numbers) {
  frames.forEach((frame, i) => frame.setAttribute("aria-pressed", String(numbers.includes(i))));
  const count = numbers.length;
  for (const button of document.querySelectorAll("[data-needs=selection]")) button.disabled = count === 0;
  if (count > 0) tell(`${count} ${count === 1 ? "frame" : "frames"} selected`);
}

function tell(text) {
  status.textContent = text;
}

/** Takes frames out of their sets and puts them together as the lists given; what is left of a set stays together. */
function change(text, next) {
  undone.push(sets);
  sets = next.filter((set) => set.length > 0).map((set) => [...set].sort((a, b) => a - b));
  sets.sort((a, b) => a[0] - b[0]);
  const focused = document.activeElement;
  show();
  select([]);
  if (focused?.isConnected) focused.focus();
  else main.querySelector(".set:not([hidden]) .frame")?.focus();
  tell(text);
}

function without(taken) {
  return sets.map((set) => set.filter((frame) => !taken.includes(frame)));
}

const actions = {
  together() {
    const chosen = selection();
    change(`${chosen.length} frames are one set now`, [...without(chosen), chosen]);
  },
  alone() {
    const chosen = selection();
    change(`${chosen.length} frames stand alone now`, [...without(chosen), ...chosen.map((frame) => [frame])]);
  },
  split() {
    const [first] = selection();
    const set = sets.find((each) => each.includes(first));
    if (set[0] === first) return tell("Select the frame that the second part begins with; this one begins its set already");
    const rest = set.filter((frame) => frame >= first);
    return change("Split in two", [...without(rest), rest]);
  },
  join(set) {
    const next = sets[sets.indexOf(set) + 1];
    if (next === undefined) return tell("There is no set after this one");
    return change("Joined", [...without(next).map((each) => (keyOf(each) === keyOf(set) ? [...each, ...next] : each))]);
  },
  into(set) {
    const chosen = selection().filter((frame) => !set.includes(frame));
    if (chosen.length === 0) return tell("Select frames of other sets first");
    const target = set[0];
    return change("Moved", without(chosen).map((each) => (each.includes(target) ? [...each, ...chosen] : each)));
  },
  undo() {
    if (undone.length === 0) return tell("Nothing to undo");
    sets = undone.pop();
    show();
    select([]);
    return tell("Undone");
  },
  view() {
    const focused = document.activeElement?.closest?.(".frame");
    openFrame(focused ?? frames[selection()[0]] ?? shownFrames()[0]);
  },
  save() {
    const lines = sets.map((set) => `    { "files": ${JSON.stringify(set.map((frame) => names[frame]))} }`);
    const blob = new Blob([`{\n  "groups": [\n${lines.join(",\n")}\n  ]\n}\n`], { type: "application/json" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = "groups.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    savedKey = keyOfAll();
    tell(`groups.json with ${sets.length} sets goes to your downloads; give it to lightwell by --groups`);
  },
};

function shownFrames() {
  return [...main.querySelectorAll(".set:not([hidden]) .frame")];
}

const large = createLargeView(
  () =>
    shownFrames()
      .filter((frame) => frame.querySelector("img"))
      .map((frame) => {
        const { src, dataset } = frame.querySelector("img");
        const title = `${frame.closest(".set").querySelector("h2").textContent}: ${frame.querySelector("bdi").textContent}`;
        return { source: frame, title, src: dataset.large ?? src, full: dataset.full };
      }),
  ({ source }) => source.focus(),
);

function openFrame(frame) {
  if (frame?.querySelector("img")) large.open(frame);
  else tell("There is no picture of this frame");
}

/** A set that was not found so: with its frames alone, since the reasons are gone. */
function newSection(set) {
  const section = document.getElementById("changed-set").content.firstElementChild.cloneNode(true);
  section.querySelector(".acts").hidden = false;
  section.querySelector(".facts").textContent = `${set.length} ${set.length === 1 ? "frame" : "frames"}, changed by you`;
  return section;
}

function show() {
  const kept = new Set(sets.map(keyOf));
  const fresh = new Map();
  for (const [number, set] of sets.entries()) {
    const section = found.get(keyOf(set)) ?? newSection(set);
    section.dataset.set = String(number);
    section.querySelector("h2").textContent = `Set ${number + 1}`;
    section.setAttribute("aria-label", `Set ${number + 1}`);
    const list = section.querySelector(".frames");
    for (const frame of set) list.append(frames[frame].parentElement);
    fresh.set(section, set);
  }
  main.replaceChildren(...fresh.keys());
  const counts = { all: 0, look: 0, bracket: 0, single: 0, changed: 0 };
  for (const [section, set] of fresh) {
    const kinds = ["all", set.length > 1 ? "bracket" : "single"];
    if (section.classList.contains("look")) kinds.push("look");
    if (section.classList.contains("changed")) kinds.push("changed");
    for (const kind of kinds) counts[kind]++;
    section.hidden = !kinds.includes(filter);
  }
  for (const button of document.querySelectorAll("[data-filter]")) {
    button.querySelector("span").textContent = counts[button.dataset.filter];
    button.setAttribute("aria-pressed", String(button.dataset.filter === filter));
  }
  document.querySelector("[data-do=undo]").disabled = undone.length === 0;
  document.body.dataset.sets = String(kept.size);
}

function pick(frame, event) {
  const number = frames.indexOf(frame);
  const chosen = selection();
  if (event.shiftKey && lastPicked !== undefined) {
    const [from, to] = [Math.min(lastPicked, number), Math.max(lastPicked, number)];
    select(frames.flatMap((_, i) => (chosen.includes(i) || (i >= from && i <= to) ? [i] : [])));
  } else {
    select(chosen.includes(number) ? chosen.filter((other) => other !== number) : [...chosen, number]);
  }
  lastPicked = number;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button === null) return;
  if (button.classList.contains("frame")) pick(button, event);
  else if (button.dataset.filter) {
    filter = button.dataset.filter;
    show();
  } else if (button.dataset.do) {
    actions[button.dataset.do](sets[Number(button.closest(".set")?.dataset.set)]);
  }
});

document.addEventListener("dblclick", (event) => {
  const frame = event.target.closest(".frame");
  if (frame) openFrame(frame);
});

const keys = { n: "together", a: "alone", s: "split", j: "join", m: "into", u: "undo", v: "view" };

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") return select([]);
  if (event.key === "ArrowRight" || event.key === "ArrowLeft") return step(event);
  const isUndo = (event.ctrlKey || event.metaKey) && event.key === "z";
  const name = isUndo ? "undo" : event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
  if (name === undefined) return undefined;
  event.preventDefault();
  const set = sets[Number(document.activeElement?.closest?.(".set")?.dataset.set)];
  const focused = document.activeElement;
  // Without a selection the frame under the cursor is meant.
  if (["together", "alone", "split"].includes(name) && selection().length === 0) {
    if (!focused?.classList.contains("frame")) return tell("Select a frame first");
    select([frames.indexOf(focused)]);
  }
  if (["join", "into"].includes(name) && set === undefined) return tell("Go to a set first");
  return actions[name](set);
});

/** Arrows go from frame to frame. */
function step(event) {
  const shown = shownFrames();
  const at = shown.indexOf(document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  shown[at + (event.key === "ArrowRight" ? 1 : -1)]?.focus();
}

window.addEventListener("beforeunload", (event) => {
  if (keyOfAll() !== savedKey) event.preventDefault();
});

for (const tool of document.querySelectorAll(".tools, .acts, .help")) tool.hidden = false;
filter = main.querySelector(".set.look") && location.hash === "#look" ? "look" : "all";
show();
select([]);
