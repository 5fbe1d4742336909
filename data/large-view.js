"use strict";
// What the pages share: the divider over a picture, and the large view of one picture of a list.

/** Lets the range over a picture move the divider between it and the frame before. */
function useDivider(pair) {
  const range = pair.querySelector("input[type=range]");
  const [before, edge] = [pair.querySelector(".before"), pair.querySelector(".edge")];
  if (!range || !before || !edge) return undefined;
  const cut = () => {
    before.style.clipPath = `inset(0 ${100 - Number(range.value)}% 0 0)`;
    edge.style.left = `${range.value}%`;
  };
  const set = (percent) => {
    range.value = String(percent);
    cut();
  };
  range.addEventListener("input", cut);
  for (const part of pair.querySelectorAll(".edge, .mark-before, .mark-after, input")) part.hidden = false;
  set(50);
  return { range, set };
}

function elementOf(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

/**
 * `listItems` gives the pictures to go through: `{ title, src, full, before, beforeName, source }`. `src` and `before`
 * are small copies, `full` is the address of the whole picture. `onClose` gets the item that was shown last.
 */
function createLargeView(listItems, onClose) {
  const dialog = document.getElementById("viewer");
  const stage = dialog.querySelector(".stage");
  const [title, note] = ["viewer-title", "viewer-note"].map((id) => document.getElementById(id));
  const buttonOf = (name) => dialog.querySelector(`[data-do=${name}]`);
  let items = [];
  let at = 0;
  let zoomed = false;
  let onlyBefore = false;
  let divider;
  /** What is in the middle of the window, as shares of the picture: the next one is looked at in the same place. */
  let middle = { x: 0.5, y: 0.5 };

  function layOut() {
    const picture = stage.querySelector(".after");
    const { naturalWidth: width, naturalHeight: height } = picture;
    if (width === 0) return;
    const fit = Math.min(stage.clientWidth / width, stage.clientHeight / height);
    stage.firstElementChild.style.width = `${width * (zoomed ? 1 / devicePixelRatio : fit)}px`;
    if (!zoomed) return;
    const { x, y } = middle;
    stage.scrollTo(x * stage.scrollWidth - stage.clientWidth / 2, y * stage.scrollHeight - stage.clientHeight / 2);
  }

  function show(next) {
    if (zoomed && stage.firstElementChild) rememberMiddle();
    at = next;
    onlyBefore = false;
    const item = items[at];
    const pair = elementOf("div", { className: "pair" });
    const after = elementOf("img", { className: "after", alt: item.title, src: item.src });
    pair.append(after);
    if (item.before) {
      pair.append(
        elementOf("img", { className: "before", alt: `${item.title} before`, src: item.before }),
        elementOf("span", { className: "edge" }),
        elementOf("span", { className: "mark-before", textContent: `before: ${item.beforeName}` }),
        elementOf("span", { className: "mark-after", textContent: "after" }),
        elementOf("input", { type: "range", min: "0", max: "100", step: "0.5", ariaLabel: "How much of the frame before is shown" }),
      );
    }
    stage.replaceChildren(pair);
    divider = useDivider(pair);
    title.textContent = item.title;
    note.textContent = `${at + 1} of ${items.length}`;
    after.addEventListener("load", layOut);
    if (item.full) showFull(item, after);
    else note.textContent += ", small copy";
    buttonOf("previous").disabled = at === 0;
    buttonOf("next").disabled = at === items.length - 1;
    const compare = buttonOf("compare");
    if (compare) {
      compare.disabled = !divider;
      compare.setAttribute("aria-pressed", "false");
    }
    zoom(zoomed);
  }

  function showFull(item, after) {
    const full = new Image();
    full.addEventListener("load", () => {
      if (items[at] !== item) return;
      after.src = item.full;
      note.textContent = `${at + 1} of ${items.length}, ${full.naturalWidth} × ${full.naturalHeight}`;
    });
    full.addEventListener("error", () => {
      if (items[at] !== item) return;
      note.textContent = `${at + 1} of ${items.length}, small copy: the browser cannot show the file, or it is not there`;
    });
    full.src = item.full;
  }

  function zoom(isWanted) {
    zoomed = isWanted;
    stage.classList.toggle("zoomed", zoomed);
    buttonOf("zoom").setAttribute("aria-pressed", String(zoomed));
    layOut();
    // Arrows scroll the stage or move the divider.
    if (divider && !zoomed) divider.range.focus();
    else stage.focus();
  }

  const actions = {
    previous: () => at > 0 && show(at - 1),
    next: () => at < items.length - 1 && show(at + 1),
    compare() {
      if (!divider) return;
      onlyBefore = !onlyBefore;
      divider.set(onlyBefore ? 100 : 0);
      buttonOf("compare").setAttribute("aria-pressed", String(onlyBefore));
    },
    zoom() {
      middle = { x: 0.5, y: 0.5 };
      zoom(!zoomed);
    },
    fullscreen: () => (document.fullscreenElement ? document.exitFullscreen() : dialog.firstElementChild.requestFullscreen()),
    close: () => dialog.close(),
  };
  const keys = { k: "previous", j: "next", c: "compare", z: "zoom", f: "fullscreen" };

  dialog.addEventListener("click", (event) => {
    event.stopPropagation();
    actions[event.target.closest("button")?.dataset.do]?.();
  });
  dialog.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && zoomed) {
      event.preventDefault();
      zoom(false);
    } else if (keys[event.key]) actions[keys[event.key]]();
  });
  /** Not by `scroll`, which also comes from a picture that is still small. */
  function rememberMiddle() {
    middle = {
      x: (stage.scrollLeft + stage.clientWidth / 2) / stage.scrollWidth,
      y: (stage.scrollTop + stage.clientHeight / 2) / stage.scrollHeight,
    };
  }

  stage.addEventListener("pointermove", (event) => {
    if (zoomed && event.buttons === 1) stage.scrollBy(-event.movementX, -event.movementY);
  });
  stage.addEventListener("dragstart", (event) => event.preventDefault());
  dialog.addEventListener("close", () => {
    if (document.fullscreenElement) document.exitFullscreen();
    stage.replaceChildren();
    onClose(items[at]);
  });
  addEventListener("resize", () => dialog.open && layOut());

  return {
    open(source) {
      items = listItems();
      zoomed = false;
      dialog.showModal();
      show(Math.max(0, items.findIndex((item) => item.source === source)));
    },
  };
}
