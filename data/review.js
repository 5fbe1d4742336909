// Only on the page that `lightwell review` serves: a set is tried with other options, and saved with them.
const review = JSON.parse(document.getElementById("review").textContent);
const redo = document.getElementById("redo");
const redoForm = redo.querySelector("form");
const [redoTitle, redoStatus] = ["redo-title", "redo-status"].map((id) => document.getElementById(id));
const redoPicture = redo.querySelector(".redo-picture");
const saveButton = redo.querySelector("[data-do=redo-save]");
let current = -1;
/** Every tone option as it is tried, with those that have no slider. */
let tone = {};
let asked = new AbortController();
let waiting;
let trialImage;

/** Resolves to the answer, or throws what the server says. */
async function ask(path, body, signal) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Lightwell-Secret": review.secret },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok) throw new Error(await response.text());
  return response;
}

function wanted() {
  return { tone, windowPull: redoForm.elements.windowPull.value };
}

function fillForm(changes) {
  tone = { ...changes.tone };
  redoForm.elements.windowPull.value = changes.windowPull;
  fillSliders();
}

function fillSliders() {
  for (const field of redoForm.elements) {
    if (!(field.name in tone)) continue;
    field.value = String(tone[field.name]);
    if (field.type === "range") field.nextElementSibling.textContent = field.value;
  }
}

function openRedo(i) {
  current = i;
  redoTitle.textContent = `${sections[i].querySelector("h2").textContent}: redo with…`;
  const pair = elementOf("div", { className: "pair" });
  trialImage = elementOf("img", { className: "after", alt: "With these options", src: sections[i].querySelector(".after").src });
  pair.append(
    trialImage,
    elementOf("img", { className: "before", alt: "As it is", src: sections[i].querySelector(".after").src }),
    elementOf("span", { className: "edge" }),
    elementOf("span", { className: "mark-before", textContent: "as it is" }),
    elementOf("span", { className: "mark-after", textContent: "with these options" }),
    elementOf("input", { type: "range", min: "0", max: "100", step: "0.5", ariaLabel: "How much of the picture as it is is shown" }),
  );
  redoPicture.replaceChildren(pair);
  useDivider(pair).set(0);
  fillForm(review.sets[i].changes);
  redo.showModal();
  preview("Reading the photographs; this takes some seconds…");
}

async function preview(text) {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  const start = performance.now();
  redoStatus.textContent = text;
  try {
    const response = await ask(`./preview/${current}`, wanted(), signal);
    const url = URL.createObjectURL(await response.blob());
    if (signal.aborted) return URL.revokeObjectURL(url);
    if (trialImage.src.startsWith("blob:")) URL.revokeObjectURL(trialImage.src);
    trialImage.src = url;
    redoStatus.textContent = `Preview after ${((performance.now() - start) / 1000).toFixed(1)} s`;
  } catch (thrown) {
    if (!signal.aborted) redoStatus.textContent = thrown.message;
  }
}

function previewSoon() {
  clearTimeout(waiting);
  waiting = setTimeout(() => preview("…"), 120);
}

async function saveRedo() {
  clearTimeout(waiting);
  asked.abort();
  const i = current;
  saveButton.disabled = true;
  redoStatus.textContent = "Making the picture at full size…";
  try {
    const made = await (await ask(`./save/${i}`, wanted())).json();
    review.sets[i].changes = made.changes;
    sections[i].querySelector(".after").src = made.small;
    const link = sections[i].querySelector(".under a");
    link.href = `${link.href.split("?")[0]}?${made.version}`;
    redoStatus.textContent = status.textContent = `Saved: ${sections[i].querySelector("h2").textContent} has the new options`;
    if (current === i) redo.close();
  } catch (thrown) {
    redoStatus.textContent = `Not saved: ${thrown.message}`;
  } finally {
    saveButton.disabled = false;
  }
}

redoForm.addEventListener("submit", (event) => event.preventDefault());
redoForm.addEventListener("input", ({ target }) => {
  if (target.name === "style") {
    const { exposureEv, toneStrength } = tone;
    tone = { ...review.styles[target.value], exposureEv, toneStrength };
  } else if (target.type === "range") tone[target.name] = Number(target.value);
  fillSliders();
  previewSoon();
});
redo.addEventListener("click", (event) => {
  const name = event.target.closest("button")?.dataset.do;
  if (name === "redo-close") redo.close();
  else if (name === "redo-save") saveRedo();
  else if (name === "redo-reset") {
    fillForm(review.sets[current].changes);
    previewSoon();
  }
});
redo.addEventListener("keydown", (event) => event.stopPropagation());
redo.addEventListener("close", () => {
  clearTimeout(waiting);
  asked.abort();
  goTo(sections[current]);
});

for (const [i, { reason }] of review.sets.entries()) {
  const under = sections[i].querySelector(".under");
  if (!under) continue;
  if (reason) under.append(elementOf("span", { className: "soft", textContent: reason }));
  else {
    const button = elementOf("button", { textContent: "Redo with…" });
    button.addEventListener("click", () => openRedo(i));
    under.append(button);
  }
}
for (const { href, text } of review.groupPages)
  document.querySelector(".tools").append(elementOf("a", { href, textContent: text, target: "_blank", rel: "noopener" }));
