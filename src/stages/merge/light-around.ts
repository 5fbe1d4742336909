/**
 * The brightest light about every cell, in stops, where light counts for `fall` · distance² stops less the further away
 * it is: a dilation by a paraboloid, which is round and fades, so that no corner of a window of cells shows in the
 * picture. Row by row and then column by column, by lower envelopes of parabolas (Felzenszwalb, Huttenlocher 2012).
 */
export function lightAround(light: Float32Array, width: number, height: number, fall: number): Float32Array {
  const around = light.slice();
  const envelope = new Envelope(Math.max(width, height), fall);
  for (let y = 0; y < height; y++) envelope.spread(around, y * width, width, 1);
  for (let x = 0; x < width; x++) envelope.spread(around, x, height, width);
  return around;
}

/** The highest of parabolas that open downwards, one a sample. */
class Envelope {
  private readonly values: Float64Array;
  /** Samples whose parabolas are the highest somewhere, and from where on. */
  private readonly tops: Int32Array;
  private readonly from: Float64Array;

  constructor(
    length: number,
    private readonly fall: number,
  ) {
    this.values = new Float64Array(length);
    this.tops = new Int32Array(length);
    this.from = new Float64Array(length + 1);
  }

  /** Of `length` samples, `stride` apart from `start` on; in place. */
  spread(data: Float32Array, start: number, length: number, stride: number): void {
    const { values, tops, from, fall } = this;
    for (let i = 0; i < length; i++) values[i] = data[start + i * stride];
    const count = this.build(length);
    from[count] = Number.POSITIVE_INFINITY;
    for (let i = 0, at = 0; i < length; i++) {
      while (from[at + 1] <= i) at++;
      data[start + i * stride] = values[tops[at]] - fall * (i - tops[at]) ** 2;
    }
  }

  private build(length: number): number {
    const { values, tops, from, fall } = this;
    let count = 0;
    for (let i = 0; i < length; i++) {
      let meet = Number.NEGATIVE_INFINITY;
      for (; count > 0; count--) {
        const top = tops[count - 1];
        meet = (i + top) / 2 + (values[top] - values[i]) / (2 * fall * (i - top));
        if (meet > from[count - 1]) break;
      }
      from[count] = count === 0 ? Number.NEGATIVE_INFINITY : meet;
      tops[count++] = i;
    }
    return count;
  }
}
