import { Compare } from "./compare.ts";
import type { Panorama } from "./panorama.ts";
import { Trial } from "./trial.ts";

const stage = document.getElementById("stage");
const compare = stage ? new Compare(stage) : undefined;

/** Only pages of 360° pictures load what draws them. */
async function lookAround(shown: Compare): Promise<Panorama | undefined> {
  try {
    const { Panorama } = await import("./panorama.ts");
    return new Panorama(shown);
  } catch (error) {
    console.info(`The 360° picture is shown flat: ${String(error)}`);
    return undefined;
  }
}

let panorama: Panorama | undefined;
if (compare && stage?.dataset["threesixty"] !== undefined) {
  void lookAround(compare).then((made) => {
    panorama = made;
  });
}

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
  else if (event.key === "z" && !panorama?.isShown) void compare?.toggleZoom();
  else if (event.key === "f") void compare?.toggleFullScreen();
  else if (event.key === "b") compare?.showBefore();
  else return;
  event.preventDefault();
});
document.addEventListener("keyup", ({ key }) => {
  if (key === "b") compare?.hideBefore();
});
