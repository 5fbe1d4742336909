/* Every number that distinguishes rooms from other pictures; tags as in `surfaces/params.ts`. */

/**
 * Longer edge of the copy that is looked at for rooms.
 * @unit pixels
 * @origin by hand
 * @bench scene
 */
export const evidenceEdgePx = 360;

/**
 * Larger gradients count as this one, so that one window frame does not outweigh all other edges.
 * @unit display value a pixel
 * @origin by hand
 * @bench scene
 */
export const mostGradient = 0.12;

/**
 * How much straighter uprights count where walls fill the picture: a tilted camera bends them.
 * @unit ratio of gradients
 * @origin by hand
 * @bench scene
 */
export const wallsForUprights = 0.034;

/**
 * The same in a dim place.
 * @unit ratio of gradients
 * @origin by hand
 * @bench scene
 */
export const dimUprights = 0.05;

/**
 * How far uprights may lean and still count.
 * @unit shears
 * @origin by hand
 * @bench scene
 */
export const leans = [-0.06, 0, 0.06];

/**
 * Up to the first, the light is that of a room; from the second on, it is not.
 * @unit exposure value at ISO 100
 * @origin 21 brackets and about 40 photographs: rooms at 1.8 to 10, daylight outside at 10.8 and above
 * @bench scene
 */
export const dimEv = [9, 10.5];

/**
 * From the first on, the light may be daylight outside; from the second on, it is. A glass hall at noon has 12.
 * @unit exposure value at ISO 100
 * @origin see `dimEv`; a glass hall at noon has 12
 * @bench scene
 */
export const daylightEv = [12.5, 13.5];

/**
 * Up to the first, the light is that of a night; from the second on, it is not.
 * @unit exposure value at ISO 100
 * @origin by hand
 * @bench scene
 */
export const nightEv = [8, 10];

/**
 * Evidence for and against a room: each goes from no (first) to yes (second), falling ones from second to first.
 * `walls`, `sky`, `darkSky` and `foliage` are shares, `uprights` a ratio of gradients, `brightTop` a display value,
 * `coolness` half of log B/R.
 * @unit see above
 * @origin by hand
 * @bench scene
 */
export const roomRules = {
  walls: [0.08, 0.14],
  wallsInDimLight: [0.05, 0.1],
  uprights: [0.72, 0.79],
  sky: [0.14, 0.28],
  foliage: [0.07, 0.14],
  brightTop: [0.2, 0.3],
  brightTopInDimLight: [0.35, 0.45],
  coolness: [0.08, 0.14],
  together: [0.45, 0.8],
  enclosedWalls: [0.14, 0.4],
  enclosedSky: [0.05, 0.1],
  enclosedFoliage: [0.03, 0.06],
  shutInWalls: [0.2, 0.35],
  shutInSky: [0.02, 0.05],
  shutInFoliage: [0.02, 0.05],
  shutInBrightTop: [0.1, 0.2],
  dimDarkSky: [0.3, 0.38],
} as const;

/**
 * Evidence for a night, and for a dark scene before a bright sky, as above; `lights` is the brightest display value.
 * @unit see `roomRules`
 * @origin by hand
 * @bench scene
 */
export const outdoorRules = {
  darkSky: [0.42, 0.58],
  darkTop: [0.02, 0.06],
  lights: [0.88, 0.95],
  againstSky: [0.2, 0.4],
} as const;

/**
 * What counts as a wall, as sky and as leaves in a smoothed copy.
 * @unit `flat` and `leafRed`, `leafBlue`, `wallReach`, `blue` in logs, the others in display values
 * @origin by hand
 * @bench scene
 */
export const evidenceLevels = {
  flat: 0.03,
  skyLuma: 0.35,
  blue: 0.12,
  darkSkyLuma: 0.32,
  wallShareOfBright: 0.45,
  wallReach: 0.13,
  leafRed: -0.04,
  leafBlue: -0.09,
} as const;

/**
 * Share of the pixels whose least channel shows a room's glare.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const glareShadow = 0.01;

/**
 * Least channel that the darkest things of a room may show without glare.
 * @unit display value
 * @origin 16 finished interiors lie below .053; brackets with a lamp or the sun in the frame reach .09 to .17
 * @bench look
 */
export const deepestShade = 0.05;

/**
 * The most glare that goes; the kernel takes less off the darkest things themselves.
 * @unit display value
 * @origin by hand: the most found in the brackets above
 * @bench look
 */
export const mostGlare = 0.12;

/**
 * Share of the level of pale surfaces from which the darkest things are pale themselves.
 * @unit ratio of display values
 * @origin by hand: foggy brackets lie at .27 to .36
 * @bench look
 */
export const palestDark = 0.6;

/**
 * Share up to which they are dark.
 * @unit ratio of display values
 * @origin see `palestDark`
 * @bench look
 */
export const surelyDark = 0.4;
