import { type DemosaicBayerArgs, demosaicBayerBorder } from "../../../../src/kernels/declarations/demosaic.ts";
import { reflect101 } from "../copies/pyramid-rows.ts";
import { pollCancel } from "../poll-cancel.ts";
import { estimateGreen } from "./bayer-green.ts";
import { blendSides, decide, directionPlane, eps, Plane } from "./bayer-plane.ts";

export function demosaicBayer(args: DemosaicBayerArgs, rowBegin: number, rowEnd: number, cancel: Int32Array): void {
  const { source, target, black, scale, width, height, redX, redY } = args;
  const plane = () => new Plane(width, rowBegin, rowEnd);
  const colorAt = (x: number, y: number) => {
    const inRedRow = (y & 1) === redY;
    if (((x & 1) === redX) !== inRedRow) return 1;
    return inRedRow ? 0 : 2;
  };
  const isGreen = (x: number, y: number) => colorAt(x, y) === 1;
  const isColor = (x: number, y: number) => colorAt(x, y) !== 1;
  const everywhere = () => true;
  /** Visits all sites of the band that are at least `margin` from its border. */
  const each = (margin: number, wanted: (x: number, y: number) => boolean, visit: (x: number, y: number) => void) => {
    const reach = demosaicBayerBorder - margin;
    for (let y = rowBegin - reach; y < rowEnd + reach; y++) {
      pollCancel(cancel);
      for (let x = -reach; x < width + reach; x++) if (wanted(x, y)) visit(x, y);
    }
  };

  const cfa = plane();
  const green = plane();
  each(0, everywhere, (x, y) => {
    const c = colorAt(x, y);
    const value = (source[reflect101(y, height) * width + reflect101(x, width)] - black[c]) * (scale[c] / 65535);
    cfa.set(x, y, Math.sqrt(Math.min(1, Math.max(0, value))));
    green.set(x, y, cfa.get(x, y));
  });

  const direction = directionPlane(plane, each, everywhere, cfa, [0, 1], [1, 0]);
  const slope = plane();
  estimateGreen({ plane, each, isColor, isGreen, cfa, direction, green, slope });

  const diagonal = directionPlane(plane, each, isColor, cfa, [1, 1], [-1, 1]);
  const opposite = plane();
  each(9, isColor, (x, y) => {
    const corners =
      slope.get(x - 1, y - 1) + slope.get(x + 1, y - 1) + slope.get(x - 1, y + 1) + slope.get(x + 1, y + 1);
    const line = (dy: number) => estimateColor(cfa, green, corners / 4, x, y, 1, dy);
    const share = decide(diagonal, x, y);
    opposite.set(x, y, Math.max(0, share * line(-1) + (1 - share) * line(1)));
  });

  each(demosaicBayerBorder, everywhere, (x, y) => {
    const rgb = [0, green.get(x, y), 0];
    const inRedRow = (y & 1) === redY;
    const [own, other] = inRedRow ? [0, 2] : [2, 0];
    if (isGreen(x, y)) {
      const share = decide(direction, x, y);
      const colorFrom = (across: Plane, along: Plane, steepness: number) => {
        const horizontal = estimateColor(across, green, steepness, x, y, 1, 0);
        const vertical = estimateColor(along, green, steepness, x, y, 0, 1);
        return Math.max(0, share * horizontal + (1 - share) * vertical);
      };
      rgb[own] = colorFrom(cfa, opposite, (slope.get(x - 1, y) + slope.get(x + 1, y)) / 2);
      rgb[other] = colorFrom(opposite, cfa, (slope.get(x, y - 1) + slope.get(x, y + 1)) / 2);
    } else {
      rgb[own] = cfa.get(x, y);
      rgb[other] = opposite.get(x, y);
    }
    for (let c = 0; c < 3; c++) target[(y * width + x) * 3 + c] = Math.floor(Math.min(1, rgb[c] ** 2) * 65535 + 0.5);
  });
}

/**
 * A colour at a site from the two nearest samples on a line through it, each corrected by `slope` times the step of
 * green.
 */
function estimateColor(
  color: Plane,
  green: Plane,
  slope: number,
  x: number,
  y: number,
  dx: number,
  dy: number,
): number {
  const side = (s: number) => {
    const at = (i: number) => color.get(x + i * s * dx, y + i * s * dy);
    const beyond = Math.abs(at(1) - at(3));
    const greens = Math.abs(green.get(x, y) - green.get(x + 2 * s * dx, y + 2 * s * dy));
    return {
      gradient: eps + Math.abs(at(-1) - at(1)) + greens + beyond,
      estimate: at(1) + slope * (green.get(x, y) - green.get(x + s * dx, y + s * dy)),
    };
  };
  return blendSides(side(-1), side(1));
}
