// The page shows a run as it was; only the filters, the dividers, what lies over pictures and the marks to redo change.
const names = JSON.parse(document.getElementById("sets").textContent);
const status = document.getElementById("status");
const sections = names.map((_, i) => document.getElementById(`set-${i}`));
const warning = document.getElementById("warning");
let filter = "all";
let savedMarks = "";

function marked() {
  return sections.flatMap((section, i) => (section.querySelector(".redo input").checked ? [i] : []));
}

function kindsOf(section, i) {
  const kinds = ["all", ...section.dataset.kinds.split(" ")];
  return marked().includes(i) ? [...kinds, "redo"] : kinds;
}

function hasWarning(section) {
  return !warning?.value || (section.dataset.codes ?? "").split(" ").includes(warning.value);
}

function show() {
  const counts = {};
  sections.forEach((section, i) => {
    const kinds = kindsOf(section, i);
    for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
    section.hidden = !kinds.includes(filter) || !hasWarning(section);
  });
  for (const button of document.querySelectorAll("[data-filter]")) {
    button.querySelector("span").textContent = counts[button.dataset.filter] ?? 0;
    button.setAttribute("aria-pressed", String(button.dataset.filter === filter));
  }
  document.querySelector("[data-do=save]").disabled = marked().length === 0;
}

function download(name, content) {
  const text = `${JSON.stringify(content, null, 2)}\n`;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

function save() {
  const groups = marked().map((i) => ({ files: names[i] }));
  download("redo.json", { only: true, groups });
  savedMarks = marked().join();
  status.textContent = `redo.json with ${groups.length} sets goes to your downloads; give it to lightwell by --groups, with --overwrite`;
}

function saveGroups() {
  download("groups.json", { groups: names.map((files) => ({ files })) });
  status.textContent = `groups.json with ${names.length} sets goes to your downloads; give it to lightwell by --groups`;
}

function showScene(button) {
  const section = button.closest(".set");
  const isShown = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(isShown));
  for (const part of section.querySelectorAll(".scene, .legend")) part.hidden = !isShown;
  // It covers what the divider cuts.
  const slider = section.querySelector("input[type=range]");
  if (slider) slider.disabled = isShown;
}

const shownPictures = () => sections.filter((section) => !section.hidden && section.querySelector(".after"));

const view = createLargeView(
  () =>
    shownPictures().map((section) => ({
      source: section,
      title: `${section.querySelector("h2").textContent}: ${section.querySelector(".top bdi").textContent}`,
      src: section.querySelector(".after").src,
      full: section.querySelector(".under a")?.href,
      before: section.querySelector(".before")?.src,
      beforeName: section.querySelector(".mark-before bdi")?.textContent ?? "",
    })),
  ({ source }) => goTo(source),
);

/** To the divider of a set, or to what else it has. */
function goTo(section) {
  section?.scrollIntoView({ block: "nearest" });
  section?.querySelector("input[type=range]:not(:disabled), [data-do=view]")?.focus();
}

const dividers = new Map();
for (const section of sections) {
  const pair = section.querySelector(".pair");
  if (pair) dividers.set(section, useDivider(pair));
  for (const part of section.querySelectorAll("[data-do=scene], [data-do=view], .redo")) part.hidden = false;
}

document.addEventListener("change", (event) => {
  if (event.target.closest(".redo") || event.target === warning) show();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button === null) return;
  if (button.dataset.do === "save") save();
  else if (button.dataset.do === "groups") saveGroups();
  else if (button.dataset.do === "scene") showScene(button);
  else if (button.dataset.do === "view") view.open(button.closest(".set"));
  else if (button.dataset.filter) {
    filter = button.dataset.filter;
    show();
  }
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  const isRange = target.matches?.("input[type=range]") ?? false;
  if (!isRange && target.matches?.("input, select, textarea")) return;
  const section = target.closest?.(".set");
  const list = shownPictures();
  if (event.key === "j" || event.key === "k") {
    const next = section ? list.indexOf(section) + (event.key === "j" ? 1 : -1) : 0;
    goTo(list[Math.min(list.length - 1, Math.max(0, next))]);
  } else if (event.key === "c" && section) {
    const divider = dividers.get(section);
    divider?.set(Number(divider.range.value) < 100 ? 100 : 0);
  } else if (event.key === "Enter" && isRange && section) view.open(section);
});

window.addEventListener("beforeunload", (event) => {
  if (marked().join() !== savedMarks) event.preventDefault();
});

for (const tool of document.querySelectorAll(".tools, .help")) tool.hidden = false;
show();
