import { Compare } from "./compare.ts";
import { Trial } from "./trial.ts";

const stage = document.getElementById("stage");
const compare = stage ? new Compare(stage) : undefined;

const form = document.getElementById("adjust-form");
if (form instanceof HTMLFormElement && compare) new Trial(form, compare);

function follow(rel: "prev" | "next"): void {
  document.querySelector<HTMLAnchorElement>(`.steps a[rel=${rel}]`)?.click();
}

/** Whether the key belongs to a field that uses it itself. */
function isInField({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || isInField(event)) return;
  if (event.key === "ArrowLeft") follow("prev");
  else if (event.key === "ArrowRight") follow("next");
  else if (event.key === "z") void compare?.toggleZoom();
  else if (event.key === "f") void compare?.toggleFullScreen();
  else if (event.key === "b") compare?.showBefore();
  else return;
  event.preventDefault();
});
document.addEventListener("keyup", ({ key }) => {
  if (key === "b") compare?.hideBefore();
});
