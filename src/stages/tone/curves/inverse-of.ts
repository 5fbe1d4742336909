/** The curve read backwards, from a table of values and straight between them. */
export function inverseOf(curve: (value: number) => number): (value: number) => number {
  const steps = 256;
  const values = Array.from({ length: steps + 1 }, (_, i) => curve(i / steps));
  return (value) => {
    let [low, high] = [0, steps];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (values[middle] <= value) low = middle;
      else high = middle;
    }
    const rest = (value - values[low]) / Math.max(1e-6, values[high] - values[low]);
    return (low + Math.min(1, Math.max(0, rest))) / steps;
  };
}
