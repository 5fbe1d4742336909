import type { HueSatMap, RenderingProfile } from "../../image/index.ts";
import type { TiffDirectory } from "../tiff/index.ts";
import { gainTableMapOf, hasGainTableMap } from "./gain-table.ts";

const tag = {
  hueSatDims: 50937,
  hueSatData: [50938, 50939],
  toneCurve: 50940,
  lookDims: 50981,
  lookData: 50982,
  hueSatEncoding: 51107,
  lookEncoding: 51108,
} as const;

/** More steps than this along one side no profile has. */
const mostSteps = 360;

/** Largest hue shift, degrees, and largest scale that a table may ask for. */
const mostShift = 360;
const mostScale = 16;

/**
 * The rendering that the profile of a file's first directory asks for (DNG specification 1.7, ProfileHueSatMap,
 * ProfileLookTable, ProfileToneCurve); parts that are absent or contradict themselves are ignored. A tone curve next to
 * a ProfileGainTableMap (which may be next to the sensor data, in `main`) is meant for what that map makes of the
 * picture, and is ignored with it.
 */
export function renderingProfileOf(directory: TiffDirectory, main: TiffDirectory): RenderingProfile | undefined {
  const maps = tag.hueSatData.map((data) => tableOf(directory, tag.hueSatDims, data, tag.hueSatEncoding));
  const hueSatMaps = maps.filter((one) => one !== undefined);
  const lookTable = tableOf(directory, tag.lookDims, tag.lookData, tag.lookEncoding);
  const gainTableMap = gainTableMapOf(directory, main);
  const toneCurve = gainTableMap || !hasGainTableMap([directory, main]) ? curveOf(directory) : undefined;
  if (hueSatMaps.length === 0 && !lookTable && !gainTableMap && !toneCurve) return undefined;
  return {
    ...(hueSatMaps.length > 0 && { hueSatMaps }),
    ...(lookTable && { lookTable }),
    ...(gainTableMap && { gainTableMap }),
    ...(toneCurve && { toneCurve }),
  };
}

function tableOf(directory: TiffDirectory, dims: number, data: number, encoding: number): HueSatMap | undefined {
  const [hues, saturations, values = 1] = directory.numbers(dims);
  const fits = [hues, saturations, values].every((steps) => steps >= 1 && steps <= mostSteps) && saturations >= 2;
  if (!fits) return undefined;
  const table = directory.reals(data);
  const isSound =
    table.length === hues * saturations * values * 3 &&
    table.every((value, i) => (i % 3 === 0 ? Math.abs(value) <= mostShift : value >= 0 && value <= mostScale));
  if (!isSound) return undefined;
  return { hues, saturations, values, isEncoded: directory.number(encoding) === 1, table };
}

/** Pairs from (0, 0) to (1, 1) whose first numbers rise and whose second ones do not fall. */
function curveOf(directory: TiffDirectory): RenderingProfile["toneCurve"] {
  const values = directory.reals(tag.toneCurve);
  const points = Array.from({ length: values.length >> 1 }, (_, i) => [values[2 * i], values[2 * i + 1]] as const);
  const isSound =
    points.length >= 2 &&
    values.length % 2 === 0 &&
    values.every((value) => value >= 0 && value <= 1) &&
    points.every(([x, y], i) => i === 0 || (x > points[i - 1][0] && y >= points[i - 1][1])) &&
    values[0] === 0 &&
    points[points.length - 1][0] === 1;
  return isSound ? points : undefined;
}
