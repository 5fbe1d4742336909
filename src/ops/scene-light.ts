/** Light of a scene as the frames of a bracket tell it together, on a grid over a picture. */
export interface SceneLight {
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture, along each axis, that one cell covers. */
  readonly factor: number;
  /** Stops, 0 where the darkest frame shows display white; a cell each. */
  readonly stops: Float32Array;
}

/** From a point of the picture that comes to be (in pixels, centres whole) to the picture of which there is light. */
type PointMap = (x: number, y: number) => { readonly x: number; readonly y: number };

/** The light over a picture of another geometry; cells beside the known light get that of its border. */
export function warpLight(light: SceneLight, size: { width: number; height: number }, sourceOf: PointMap): SceneLight {
  return sampleLight(light, { ...size, factor: light.factor }, sourceOf);
}

/** The stops over a grid with cells of another size, laid over the same picture. */
export function lightOver(light: SceneLight, grid: { width: number; height: number; factor: number }): Float32Array {
  const { factor } = grid;
  const size = { width: grid.width * factor, height: grid.height * factor, factor };
  return sampleLight(light, size, (x, y) => ({ x, y })).stops;
}

/** Bilinear between the middles of cells. */
function sampleLight(
  light: SceneLight,
  { width: pixelWidth, height: pixelHeight, factor }: { width: number; height: number; factor: number },
  sourceOf: PointMap,
): SceneLight {
  const width = Math.ceil(pixelWidth / factor);
  const height = Math.ceil(pixelHeight / factor);
  const stops = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const source = sourceOf((x + 0.5) * factor - 0.5, (y + 0.5) * factor - 0.5);
      stops[y * width + x] = stopsAt(light, source.x, source.y);
    }
  }
  return { width, height, factor, stops };
}

function stopsAt({ width, height, factor, stops }: SceneLight, x: number, y: number): number {
  const column = Math.min(width - 1, Math.max(0, (x + 0.5) / factor - 0.5));
  const row = Math.min(height - 1, Math.max(0, (y + 0.5) / factor - 0.5));
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const [across, down] = [column - left, row - top];
  const upper = stops[top * width + left] * (1 - across) + stops[top * width + right] * across;
  const lower = stops[bottom * width + left] * (1 - across) + stops[bottom * width + right] * across;
  return upper * (1 - down) + lower * down;
}
