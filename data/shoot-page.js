"use strict";
// The page shows a run as it was; only the filter, the sliders, what lies over pictures and the marks to redo change.
const names = JSON.parse(document.getElementById("sets").textContent);
const status = document.getElementById("status");
const sections = names.map((_, i) => document.getElementById(`set-${i}`));
let filter = "all";
let savedMarks = "";

function marked() {
  return sections.flatMap((section, i) => (section.querySelector(".redo input").checked ? [i] : []));
}

function kindsOf(section, i) {
  const kinds = ["all", ...section.dataset.kinds.split(" ")];
  return marked().includes(i) ? [...kinds, "redo"] : kinds;
}

function show() {
  const counts = {};
  sections.forEach((section, i) => {
    const kinds = kindsOf(section, i);
    for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
    section.hidden = !kinds.includes(filter);
  });
  for (const button of document.querySelectorAll("[data-filter]")) {
    button.querySelector("span").textContent = counts[button.dataset.filter] ?? 0;
    button.setAttribute("aria-pressed", String(button.dataset.filter === filter));
  }
  document.querySelector("[data-do=save]").disabled = marked().length === 0;
}

function save() {
  const groups = marked().map((i) => ({ files: names[i] }));
  const text = `${JSON.stringify({ only: true, groups }, null, 2)}\n`;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "redo.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  savedMarks = marked().join();
  status.textContent = `redo.json with ${groups.length} sets goes to your downloads; give it to lightwell by --groups, with --overwrite`;
}

function showScene(button) {
  const section = button.closest(".set");
  const isShown = button.getAttribute("aria-pressed") !== "true";
  button.setAttribute("aria-pressed", String(isShown));
  for (const part of section.querySelectorAll(".scene, .legend")) part.hidden = !isShown;
  // It covers what the slider cuts.
  const slider = section.querySelector("input[type=range]");
  if (slider) slider.disabled = isShown;
}

for (const section of sections) {
  const slider = section.querySelector("input[type=range]");
  const before = section.querySelector(".before");
  if (slider && before) {
    const cut = () => {
      before.style.clipPath = `inset(0 ${100 - Number(slider.value)}% 0 0)`;
    };
    slider.addEventListener("input", cut);
    slider.value = "50";
    slider.hidden = false;
    slider.disabled = false;
    cut();
  }
  const sceneButton = section.querySelector("[data-do=scene]");
  if (sceneButton) sceneButton.hidden = false;
  section.querySelector(".redo").hidden = false;
}

document.addEventListener("change", (event) => {
  if (event.target.closest(".redo")) show();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button === null) return;
  if (button.dataset.do === "save") save();
  else if (button.dataset.do === "scene") showScene(button);
  else if (button.dataset.filter) {
    filter = button.dataset.filter;
    show();
  }
});

window.addEventListener("beforeunload", (event) => {
  if (marked().join() !== savedMarks) event.preventDefault();
});

for (const tool of document.querySelectorAll(".tools")) tool.hidden = false;
show();
