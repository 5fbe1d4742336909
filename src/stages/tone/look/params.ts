// Numbers of looks that are learned from finished pictures. A number without an origin was set by hand while looking at
// pictures; `npm run bench -- look` judges them.

/** Constants for learning a photographer's look (test/stages/tone/look.test.ts: tones to 0.025, colour to 0.15). */
export const looks = {
  /** Number of steps of a look's curve. */
  curveSteps: 16,
  /** Maximum size of a look's file, in bytes: a hundred times that of a real one. */
  maxBytes: 200_000,
  /** Minimum and maximum of each number of a part: far wider than professionals' looks, and safe to render. */
  ranges: {
    pictures: [1, 1_000_000],
    whiteRed: [-0.3, 0.3],
    whiteBlue: [-0.3, 0.3],
    chroma: [0, 3],
    windowLift: [0.05, 20],
  },
  /** The narrower ranges of learned values; white: maximum distance from 0. */
  learned: { white: 0.3, chroma: [0.3, 2], windowLift: [0.2, 4] },
  /** Longer edge of the copies that are compared, in pixels. */
  edgePx: 512,
  /** Maximum difference between the logs of two shapes of the same frame. */
  maxShapeChange: 0.06,
  /** Minimum shares of a picture for a step of brightness, and for a class of pixels, to be evidence. */
  minStepShare: 0.004,
  minShare: 0.01,
  /** Maximum channel spread of white and minimum channel spread of colour in the plain look; minimum luma of white. */
  whiteSpread: 0.035,
  colourSpread: 0.08,
  whiteFrom: 0.55,
  /** Weight of the squared spread of pictures, divided by their number, in the shrinkage of their median. */
  doubt: 4,
  /** Ratio of standard deviation to median absolute deviation of a normal distribution, 1 / 0.6745, rounded. */
  spreadPerMad: 1.48,
  /** Steps of the curve above black over which a shift fades in, because black contains noise. */
  blackSteps: 1.5,
} as const;
