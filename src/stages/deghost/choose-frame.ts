import { decodeSrgb } from "../../image/index.ts";
import { justTolerated } from "../../kernels/index.ts";
import { cellSamples, clipped, isClipped, lumaSample, type Mapping, type SmallCopy } from "../../ops/index.ts";
import type { Area } from "./areas.ts";
import type { CarriedNoise } from "./carried-noise.ts";
import { dilate, erode, findParts, type Grid } from "./cell-mask.ts";
import { isExposed, shows } from "./compare.ts";
import { choice, different, tableSteps } from "./params.ts";
import { inGrid, maskIn, uncrop, windowAround } from "./window.ts";

/** Facts about the frames, darkest first. */
interface Evidence {
  readonly copies: readonly SmallCopy[];
  /** For each frame but the brightest, its contradictions with the next brighter one. */
  readonly found: readonly Uint8Array[];
  /** What each frame {@link shows}, per cell. */
  readonly consensus: readonly Uint8Array[];
  readonly mapLuma: Mapping;
  readonly noise: CarriedNoise;
  /** The frame that the caller chose; undefined: the best one for each area. */
  readonly preferred?: number | undefined;
  readonly grid: Grid;
}

/** The mean squared error of an area if a frame shows it. */
type Cost = (area: Area, frame: number) => number;

/**
 * Chooses the frame that shows each moved area, and writes it into the area's cells of `bases`: the preferred one
 * wherever it shows more of the area than black and white. Otherwise, if some frame shows
 * nothing that moved, one of those is chosen: the moving thing disappears. If each frame has part of it, one frame
 * shows it completely; such areas come from the same frame if it shows them well, so that nothing appears twice.
 */
export function chooseFrames(areas: readonly Area[], evidence: Evidence, bases: Uint8Array): void {
  const cost = costsOf(areas, evidence);
  const open: Area[] = [];
  for (const area of areas) {
    const telling = tellingFrames(area, evidence);
    const { preferred } = evidence;
    if (preferred !== undefined && telling.includes(preferred)) {
      for (const cell of area.shown) bases[cell] = preferred;
      continue;
    }
    const frames = framesWithout(area, evidence).filter((k) => telling.includes(k));
    if (frames.length === 0) open.push(area);
    else show(area, cheapest(area, frames, cost), evidence, bases);
  }
  const common = commonFrame(open, evidence, cost);
  for (const area of open) {
    const frames = tellingFrames(area, evidence);
    const least = cheapest(area, frames, cost);
    const isFit = frames.includes(common) && cost(area, common) - cost(area, least) <= choice.maxBeyondCheapest;
    show(area, isFit ? common : least, evidence, bases);
  }
}

function show(area: Area, base: number, evidence: Evidence, bases: Uint8Array): void {
  for (const cell of area.shown) bases[cell] = base;
  keepHighlights(area, base, evidence, bases);
}

/** The frames that show nothing that moved in an area. */
function framesWithout({ core }: Area, { copies, consensus }: Evidence): number[] {
  return [...copies.keys()].filter((k) => {
    let [apart, standing] = [0, 0];
    for (const cell of core) {
      const shown = consensus[k][cell];
      if (shown === shows.moved || shown === shows.undecided) apart++;
      else if (shown === shows.standing) standing++;
    }
    return apart <= choice.maxApart * standing;
  });
}

/** Costs, each computed at its first use. */
function costsOf(areas: readonly Area[], evidence: Evidence): Cost {
  const known = new Map(areas.map((area) => [area, new Map<number, number>()]));
  return (area, frame) => {
    const found = known.get(area)?.get(frame) ?? costOf(area.core, frame, evidence);
    known.get(area)?.set(frame, found);
    return found;
  };
}

function cheapest(area: Area, frames: readonly number[], cost: Cost): number {
  const costs = frames.map((frame) => cost(area, frame));
  return frames[costs.lastIndexOf(Math.min(...costs))];
}

/** The frame with the least total cost for all areas. */
function commonFrame(areas: readonly Area[], evidence: Evidence, cost: Cost): number {
  const totals = [...evidence.copies.keys()].map((k) =>
    areas.reduce((sum, area) => {
      const frames = tellingFrames(area, evidence);
      const beyond = frames.includes(k)
        ? cost(area, k) - cost(area, cheapest(area, frames, cost))
        : choice.maxBeyondCheapest;
      return sum + area.core.length * Math.min(beyond, choice.maxBeyondCheapest);
    }, 0),
  );
  return totals.lastIndexOf(Math.min(...totals));
}

/** The frames that show more of an area than black and white; all frames if none shows much. */
function tellingFrames({ core }: Area, { copies }: Evidence): number[] {
  const shares = copies.map((copy) => core.reduce((sum, cell) => sum + (isExposed(copy, cell) ? 1 : 0), 0));
  const least = choice.minTelling * Math.max(...shares);
  return [...copies.keys()].filter((k) => shares[k] >= least);
}

/**
 * Lets a darker frame take over whole connected parts of white cells and cells that frames in between contradict. White
 * that nothing contradicts stays with the base: every darker frame then shows its own highlights there.
 */
function keepHighlights({ shown }: Area, base: number, evidence: Evidence, bases: Uint8Array): void {
  const { copies, found, grid } = evidence;
  if (highlightLoss(shown, base, evidence) < choice.seenLoss) return;
  const window = windowAround(shown, grid, choice.seamMargin);
  const where = (isSet: (cell: number) => boolean) => maskIn(shown.filter(isSet), grid, window);
  const atStake = where((cell) => needsDarker(evidence, base, cell));
  if (!atStake.includes(1)) return;
  const inside = where(() => true);
  let apart = new Uint8Array(inside.length);
  for (let dark = base - 1; dark >= 0; dark--) {
    const lost = where((cell) => isClipped(copies[bases[cell]], cell) && !isClipped(copies[0], cell));
    const contradicting = where((cell) => found[dark][cell] > different);
    apart = apart.map((value, i) => value | contradicting[i]);
    if (!lost.includes(1)) break;
    const near = dilate(
      lost.map((value, i) => value | apart[i]),
      window,
      choice.seamMargin,
    ).map((value, i) => value & inside[i]);
    for (const part of findParts(near, window)) {
      const highlights = part.reduce((sum, cell) => sum + (lost[cell] & atStake[cell]), 0);
      if (
        highlights < Math.max(choice.minHighlights, choice.minHighlightShare * part.length) ||
        !part.some((cell) => apart[cell] === 1)
      )
        continue;
      for (const cell of inGrid(part, grid, window)) bases[cell] = dark;
    }
  }
}

/** Mean squared error if frame k is shown. */
function costOf(cells: Int32Array, k: number, evidence: Evidence): number {
  const { copies, mapLuma, noise } = evidence;
  let error = 0;
  let lone = 0;
  const crossed = crossedHighlights(cells, k, evidence);
  const lost = choice.lostHighlight * highlightLoss(cells, k, evidence);
  for (const cell of cells) {
    if (crossed[cell]) error += choice.lostHighlight;
    if (isClipped(copies[k], cell)) {
      if (needsDarker(evidence, k, cell)) error += lost;
    } else {
      const value = copies[k].data[cell * cellSamples + lumaSample] / 65535;
      const stopsBelow = Math.log2(choice.middleGrey / (decodeSrgb(value) + choice.blackLight));
      const usual = choice.grain * 2 ** Math.min(choice.maxStops, Math.max(0, stopsBelow));
      error += Math.max(usual, noise.worst(k, value));
    }
    lone += contradictedShare(copies, k, cell, mapLuma);
  }
  return (error / cells.length) * (1 + (choice.loneCost * lone) / cells.length);
}

/**
 * Share of an area's highlight that is lost in frame k, 0 to 1: how far the brightest part in the darkest frame is out
 * of frame k's range. The moving content differs between both, but is about as bright. If the darkest frame shows
 * nothing near white, the brightness of the highlight is unknown, and all counts as lost.
 */
function highlightLoss(cells: Int32Array, k: number, { copies, mapLuma }: Evidence): number {
  let white = 1;
  while (white > 2 / tableSteps && mapLuma(0, k, white - 1 / tableSteps) >= clipped) white -= 1 / tableSteps;
  const step = Math.min(choice.nearWhite, white / 2);
  const slope = (clipped - mapLuma(0, k, white - step)) / step;
  const values = Float32Array.from(cells, (cell) => copies[0].data[cell * cellSamples + lumaSample] / 65535).sort();
  const over = values[Math.floor((values.length - 1) * choice.brightest)] - white;
  const off = slope * over;
  return Math.min(1, Math.max(0, off, -off - choice.agreeing) / choice.farOver);
}

/**
 * Bright cells of frame k, not quite white, that are white by a darker frame: clouds drift over a sky. Shown by frame
 * k, with the darker frames' clouds around it, they would end where frame k starts to clip. Edges of things in front of
 * a window do not count.
 */
function crossedHighlights(cells: Int32Array, k: number, { copies, mapLuma, grid }: Evidence): Uint8Array {
  const darker = [...copies.keys()].slice(0, k);
  const found = cells.filter((cell) => {
    const value = copies[k].data[cell * cellSamples + lumaSample] / 65535;
    if (value < choice.crossedFrom || value > clipped - 2 * choice.agreeing) return false;
    return darker.some((j) => isWhiteIn(copies, j, k, cell, mapLuma));
  });
  if (found.length === 0) return new Uint8Array(grid.width * grid.height);
  const window = windowAround(found, grid, 1);
  return uncrop(erode(maskIn(found, grid, window), window, 1), grid, window);
}

/**
 * Whether the darker frames cannot fill white of the base as they are: none agrees that it is white, or they disagree
 * with each other.
 */
function needsDarker({ copies, found, mapLuma }: Evidence, base: number, cell: number): boolean {
  if (!isClipped(copies[base], cell) || isClipped(copies[0], cell)) return false;
  if (!holdsHighlight(copies, base, cell, mapLuma)) return true;
  for (let j = 0; j + 1 < base; j++) {
    if (
      found[j][cell] > justTolerated &&
      isWhiteIn(copies, j, base, cell, mapLuma) &&
      isWhiteIn(copies, j + 1, base, cell, mapLuma)
    )
      return true;
  }
  return false;
}

/** Whether the content of frame j must be white in the brighter frame k. */
function isWhiteIn(copies: readonly SmallCopy[], j: number, k: number, cell: number, map: Mapping): boolean {
  return map(j, k, copies[j].data[cell * cellSamples + lumaSample] / 65535) >= clipped - choice.agreeing;
}

/** Whether a darker frame shows a cell that is white in frame k, and agrees that it must be white there. */
function holdsHighlight(copies: readonly SmallCopy[], k: number, cell: number, map: Mapping): boolean {
  for (let j = k - 1; j >= 0; j--) {
    if (isClipped(copies[j], cell)) continue;
    if (isWhiteIn(copies, j, k, cell, map)) return true;
  }
  return false;
}

/** Share of the other frames that contradict frame k at a cell. */
function contradictedShare(copies: readonly SmallCopy[], k: number, cell: number, map: Mapping): number {
  const i = cell * cellSamples + lumaSample;
  const own = copies[k].data[i] / 65535;
  let against = 0;
  for (let j = 0; j < copies.length; j++) {
    if (j === k) continue;
    const other = copies[j].data[i] / 65535;
    // Compared in the brighter of both, where differences are largest; clipped values are not evidence.
    const apart = j > k ? map(k, j, own) - other : map(j, k, other) - own;
    if (Math.abs(apart) > choice.agreeing) against++;
  }
  return against / Math.max(1, copies.length - 1);
}
