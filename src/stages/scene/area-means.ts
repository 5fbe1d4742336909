interface Size {
  readonly width: number;
  readonly height: number;
}

/** Area means of interleaved channels over a grid of another size. */
export function meanOver(data: Float32Array, channels: number, from: Size, to: Size): Float32Array {
  const across = new Float32Array(to.width * from.height * channels);
  shares(from.width, to.width, (source, target, share) => {
    for (let y = 0; y < from.height; y++) {
      const [read, write] = [(y * from.width + source) * channels, (y * to.width + target) * channels];
      for (let c = 0; c < channels; c++) across[write + c] += share * data[read + c];
    }
  });
  const mean = new Float32Array(to.width * to.height * channels);
  const row = to.width * channels;
  shares(from.height, to.height, (source, target, share) => {
    for (let i = 0; i < row; i++) mean[target * row + i] += share * across[source * row + i];
  });
  return mean;
}

/**
 * Calls `add` with the share of each target cell that each source cell covers, along one axis. Enlarging repeats cells.
 */
function shares(from: number, to: number, add: (source: number, target: number, share: number) => void): void {
  const scale = from / to;
  for (let target = 0; target < to; target++) {
    const [start, end] = [target * scale, (target + 1) * scale];
    for (let source = Math.floor(start); source < Math.min(from, Math.ceil(end)); source++) {
      const share = (Math.min(end, source + 1) - Math.max(start, source)) / scale;
      if (share > 0) add(source, target, share);
    }
  }
}
