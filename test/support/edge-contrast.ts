/**
 * The contrast of an edge's line spread (ISO 12233: rows of a slanted edge form one finely sampled profile), in the
 * green channel of a picture of this width, without `margin` pixels at its borders. `distance`: distance of a pixel
 * from the edge, in px.
 */
export function contrastAt(
  picture: ArrayLike<number>,
  { width, margin }: { readonly width: number; readonly margin: number },
  distance: (x: number, y: number) => number,
  cycles: number,
): number {
  const [fine, reach] = [8, 12];
  const sums = new Float64Array(2 * reach * fine);
  const counts = new Float64Array(sums.length);
  const height = picture.length / 3 / width;
  for (let y = margin; y < height - margin; y++) {
    for (let x = margin; x < width - margin; x++) {
      const bin = Math.floor((distance(x, y) + reach) * fine);
      if (bin < 0 || bin >= sums.length) continue;
      sums[bin] += picture[(y * width + x) * 3 + 1];
      counts[bin]++;
    }
  }
  let [real, imaginary] = [0, 0];
  for (let i = 1; i < sums.length; i++) {
    const step = sums[i] / counts[i] - sums[i - 1] / counts[i - 1];
    const angle = (2 * Math.PI * cycles * i) / fine;
    real += step * Math.cos(angle);
    imaginary += step * Math.sin(angle);
  }
  return Math.hypot(real, imaginary);
}
