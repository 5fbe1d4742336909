import { readdir } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { EngineError } from "../../errors/index.ts";
import { resolveOptions } from "../../options/index.ts";
import { hashFile, readHead, readSource, readText } from "../../pipeline/disk/index.ts";
import { mergeOptions } from "../../stages/merge/index.ts";
import { styleNames, toneOptions, withStyle } from "../../stages/tone/index.ts";
import type { TrialEngine } from "../../trial-engine.ts";
import { isContactSheet } from "../pages/contact-sheet.ts";
import { escaped, policyOf, readPageAssets } from "../pages/html-page.ts";
import { renderShootPage, type ShootSet } from "../pages/shoot-page.ts";
import { befores, smallOf } from "../pages/write-shoot-page.ts";
import { findRun, pictureWithin, type RunPicture, reasonAgainst } from "./find-run.ts";
import { savePicture } from "./save-picture.ts";
import type { Answer, Handler } from "./serve.ts";
import { ThumbnailCache } from "./thumbnail-cache.ts";
import { changesOf, parseChanges, Trials } from "./trials.ts";

/** Labels of the sliders, by tone option. */
const labels = {
  exposureEv: "Brightness (EV)",
  toneStrength: "Whole tone",
  autoExposure: "Automatic brightness",
  whiteBalance: "Automatic white balance",
  warmth: "Warmth",
  localContrast: "Local contrast",
  saturation: "Saturation",
} as const;

/** Step of every slider, in units of its option; set by hand. */
const step = 0.05;

/** Sliders with the ranges of their options. */
export const sliders = (Object.keys(labels) as (keyof typeof labels)[]).map((name) => {
  const { min, max } = toneOptions[name];
  return { name, text: labels[name], min, max, step };
});

const pulls = mergeOptions.windowPull.choices ?? [];

/** Tone options of each style. */
function styleValues(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    styleNames.map((style) => [style, resolveOptions("tone", toneOptions, withStyle({ style }))]),
  );
}

/** Dialog for trying other options on a picture. */
function redoForm(): string {
  const choice = (name: string, text: string, values: readonly string[]) =>
    `<label>${text} <select name="${name}">${values.map((value) => `<option>${escaped(value)}</option>`).join("")}</select></label>`;
  const rows = sliders.map(
    ({ name, text, min, max }) =>
      `<label>${text} <input type="range" name="${name}" min="${min}" max="${max}" step="${step}"><span aria-hidden="true"></span></label>`,
  );
  return `<dialog id="redo" aria-labelledby="redo-title"><div class="viewer-bar"><h2 id="redo-title"></h2><span class="soft" id="redo-status" role="status"></span><button data-do="redo-reset">As it is now</button><button data-do="redo-save" class="main">Save</button><button data-do="redo-close">Close</button></div><div class="redo-parts"><form>${choice("style", "Style", styleNames)}${choice("windowPull", "Windows", pulls)}${rows.join("")}</form><div><div class="redo-picture"></div><p class="soft">A preview of tone: verticals and crop are found in a small copy, and may differ from those of the saved picture.</p></div></div></dialog>`;
}

const mediaTypes: Readonly<Record<string, string>> = {
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".tif": "image/tiff",
};

/**
 * Maximum size of a page of groups in bytes: small pictures of 500 photographs take 20 MB, and 4,000 of 6 kB take 32
 * MB.
 */
const maxPageBytes = 2 ** 26;

/** Number of bytes read to detect the kind of a page. */
const pageHeadBytes = 8 * 1024;

/** Policy of a page of groups, which may be untrusted: it may only show itself and save changes. */
const groupPagePolicy =
  "sandbox allow-scripts allow-downloads; default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; frame-ancestors 'none'";

/** Answers for the run of one folder: its page, its pictures, previews with other options, and saving one of them. */
export class ReviewRun implements Handler {
  readonly #folder: string;
  readonly #engine: TrialEngine;
  readonly #pageSecret: string;
  readonly #signal: AbortSignal;
  readonly #trials: Trials;
  readonly #thumbnails: ThumbnailCache;
  readonly #groupPages: readonly string[];
  #pictures: readonly RunPicture[];
  /** Queue of work, one item at a time, since every preview and picture uses all threads. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    folder: string,
    found: { readonly pictures: readonly RunPicture[]; readonly groupPages: readonly string[] },
    engine: TrialEngine,
    { pageSecret, signal }: { readonly pageSecret: string; readonly signal: AbortSignal },
  ) {
    this.#folder = folder;
    this.#engine = engine;
    this.#pageSecret = pageSecret;
    this.#signal = signal;
    this.#trials = new Trials(engine);
    this.#thumbnails = new ThumbnailCache(engine);
    this.#pictures = found.pictures;
    this.#groupPages = found.groupPages;
  }

  /** Throws `input/empty` if the folder has no run. Returns a function that makes the handler for a page secret. */
  static async open(folder: string, engine: TrialEngine, signal: AbortSignal) {
    const found = { pictures: await findRun(folder), groupPages: await findGroupPages(folder) };
    return {
      count: found.pictures.length,
      handlerOf: (pageSecret: string) => new ReviewRun(folder, found, engine, { pageSecret, signal }),
    };
  }

  async get(path: string): Promise<Answer | undefined> {
    if (path === "/") return this.#page();
    const [, kind, number] = /^\/(picture|groups)\/(\d{1,6})$/.exec(path) ?? [];
    if (kind === "picture") return this.#picture(Number(number));
    return kind === "groups" ? this.#groupPage(Number(number)) : undefined;
  }

  async post(path: string, body: unknown, gone: AbortSignal): Promise<Answer | undefined> {
    const [, kind, number] = /^\/(preview|save)\/(\d{1,6})$/.exec(path) ?? [];
    const picture = this.#pictures[Number(number)];
    if (kind === undefined || !picture) return undefined;
    const changes = parseChanges(body);
    if (kind === "save") return this.#inTurn(() => this.#save(Number(number), changes));
    const reason = await reasonAgainst(picture);
    if (reason !== undefined) return { status: 409, type: "text/plain; charset=utf-8", body: reason };
    return this.#inTurn(async () => {
      // While a slider moves, only the last of many requests is still needed.
      if (gone.aborted) throw new EngineError("cancelled", "review: this preview was dropped for a newer one");
      return { type: "image/jpeg", body: await this.#trials.render(picture, changes) };
    });
  }

  #inTurn(work: () => Promise<Answer>): Promise<Answer> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  async #page(): Promise<Answer> {
    const pictures = this.#pictures;
    const options = { signal: this.#signal };
    const asked = pictures.map(({ files, names, report, account }) => {
      const reference = report?.set.reference ?? account?.reference;
      return { files, reference: files[Math.max(0, names.indexOf(reference ?? ""))] };
    });
    const frames = await befores(asked, this.#thumbnails, this.#signal);
    const afters = await smallOf(
      pictures.map(({ path }) => path),
      this.#thumbnails,
      options,
    );
    const reasons = await Promise.all(pictures.map(reasonAgainst));
    const sets = pictures.map(({ files, account, report }, i): ShootSet => {
      const after = afters[i];
      return {
        files,
        reasons: report?.set.reasons ?? [],
        flags: report?.set.flags.map(({ message }) => message) ?? [],
        skipped: false,
        ...frames[i],
        ...(after ? { after } : {}),
        ...(account ? { made: account } : {}),
        link: `./picture/${i}`,
      };
    });
    const data = {
      secret: this.#pageSecret,
      styles: styleValues(),
      sets: pictures.map((picture, i) =>
        reasons[i] === undefined ? { changes: changesOf(picture) } : { reason: reasons[i] },
      ),
      groupPages: this.#groupPages.map((file, i) => ({ href: `./groups/${i}`, text: `Groups: ${basename(file)}` })),
    };
    const assets = await readPageAssets("shoot-page", "review");
    const served = { markup: redoForm(), data };
    const page = renderShootPage({ title: basename(this.#folder), sets, failed: [], served, ...assets });
    const policy = `${policyOf(assets.style, assets.script, true)}; frame-ancestors 'none'`;
    return { type: "text/html; charset=utf-8", body: page, policy };
  }

  async #picture(i: number): Promise<Answer | undefined> {
    const picture = this.#pictures[i];
    const path = picture && (await pictureWithin(this.#folder, picture.path));
    const type = picture && mediaTypes[extname(picture.path).toLowerCase()];
    if (path === undefined || type === undefined) return undefined;
    return { type, body: await readSource(path, Number.POSITIVE_INFINITY) };
  }

  async #groupPage(i: number): Promise<Answer | undefined> {
    const file = this.#groupPages[i];
    if (file === undefined) return undefined;
    return { type: "text/html; charset=utf-8", body: await readText(file, maxPageBytes), policy: groupPagePolicy };
  }

  async #save(i: number, changes: ReturnType<typeof parseChanges>): Promise<Answer> {
    const { path } = this.#pictures[i];
    await savePicture(this.#folder, this.#pictures[i], changes, this.#engine, this.#signal);
    const again = await findRun(this.#folder);
    this.#pictures = this.#pictures.map((picture) => again.find((each) => each.path === picture.path) ?? picture);
    const [small] = await smallOf([path], this.#thumbnails, { signal: this.#signal });
    const body = JSON.stringify({
      changes: changesOf(this.#pictures[i]),
      version: await hashFile(path, this.#signal),
      small: `data:image/jpeg;base64,${Buffer.from(small ?? []).toString("base64")}`,
    });
    return { type: "application/json", body };
  }
}

/** Pages of `group --html` directly in the folder. */
async function findGroupPages(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const pages: string[] = [];
  for (const entry of entries.filter((each) => each.isFile() && each.name.endsWith(".html"))) {
    const path = join(folder, entry.name);
    if (isContactSheet(new TextDecoder().decode(await readHead(path, pageHeadBytes)))) pages.push(path);
  }
  return pages.sort();
}
