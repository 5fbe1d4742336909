/*
 * Every number that the reading of a picture's content was tuned with. `@unit` is what it counts, `@origin` where it
 * comes from, `@bench` what judges a change of it: "scene" is `npm run bench -- scene`, "look" is `npm run bench --
 * look` over finished pairs, "house" is `npm run bench -- house`. "By hand" means that it was set while looking at
 * photographs of rooms, and kept because those benches got no better with another value.
 */

/**
 * Log of B/R above which a surface may be sky.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const skyBlue = 0.08;

/**
 * What sky and foliage weigh against grey.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const offGrey = 0.08;

/**
 * Neighbourhood within which a surface counts as grey, pass by pass: wide at first, then narrow.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const neutralReach = [0.12, 0.11, 0.1, 0.09, 0.08, 0.07, 0.07, 0.07];

/**
 * The same where hardly anything is near neutral: the light itself may be coloured, and the search begins with
 * everything.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const anyReach = [1, 0.5, 0.3, 0.2, 0.15, 0.12, 0.1, 0.1];

/**
 * Confidence below which that is tried.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const doubtful = 0.5;

/**
 * Times as much of the picture that must agree on it.
 * @unit factor
 * @origin by hand
 * @bench look
 */
export const timesAsMuch = 4;

/**
 * Step of luma to the neighbours at which a surface counts as hardly smooth any more.
 * @unit display value a pixel of a copy of 512 px
 * @origin by hand
 * @bench look
 */
export const smoothStep = 0.02;

/**
 * Gradient over the value itself below which a surface continues.
 * @unit share a pixel of a copy of 512 px
 * @origin by hand
 * @bench look
 */
export const goesOn = 0.06;

/**
 * Display value from which a pixel shows a surface: below lies noise.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const darkestSurface = 0.06;

/**
 * Display value up to which one does: above lies clipping.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const brightestSurface = 0.95;

/**
 * The least surface.
 * @unit share of the picture
 * @origin by hand
 * @bench look
 */
export const leastSurface = 0.004;

/**
 * Display value beyond which a thing is a lamp or a window, no fitting.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const lampLevel = 0.9;

/**
 * How far round a surface its fittings lie.
 * @unit share of the longer edge
 * @origin by hand
 * @bench look
 */
export const fittingReach = 1 / 64;

/**
 * How broad a fitting is at most.
 * @unit share of the longer edge
 * @origin skirtings and door frames of photographs of rooms
 * @bench look
 */
export const broadestFitting = 1 / 40;

/**
 * A fitting stands out from its surface by this at least.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const leastRise = 0.04;

/**
 * Distance of a fitting from grey in R/G and in B/G.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const fittingReachOfGrey = 0.35;

/**
 * Times the surface from which a fitting is brighter.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const brighterFitting = 1.15;

/**
 * Times the surface from which a fitting is another paint.
 * @unit ratio of display values
 * @origin white paint reflects at least four times what dark paint does, in linear light
 * @bench look
 */
export const otherPaintFrom = 2;

/**
 * Share of the fittings that must be another paint: from here it may be.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const fittingShareFrom = 0.25;

/**
 * From here it is.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const fittingShareTo = 0.4;

/**
 * Length of those fittings, in edges of a square of the surface's area: from here it may be dark paint.
 * @unit ratio of lengths
 * @origin by hand
 * @bench look
 */
export const fittingLengthFrom = 0.25;

/**
 * From here it is.
 * @unit ratio of lengths
 * @origin by hand
 * @bench look
 */
export const fittingLengthTo = 0.5;

/**
 * Warmth beyond the light's (half of log R/B) from which a surface may be wood.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const woodFrom = 0.04;

/**
 * From here it is wood.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const woodTo = 0.12;

/**
 * Share of a surface in the upper half from which it may be a wall: floors lie below the horizon.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const wallFrom = 0.1;

/**
 * From here it is a wall.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const wallTo = 0.3;

/**
 * Times its display value from which another grey surface is lighter.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const lighterPaint = 1.3;

/**
 * Share of the picture from which such surfaces may show that the room has lighter paint.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const lighterFrom = 0.02;

/**
 * From here they do.
 * @unit share
 * @origin by hand
 * @bench look
 */
export const lighterTo = 0.05;

/**
 * Longer edge of the copy that is looked at for rooms.
 * @unit pixels
 * @origin by hand
 * @bench scene
 */
export const evidenceEdgePx = 360;

/**
 * Gradients beyond this count no more, so that one window frame does not speak for all edges.
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
 * Light that is a room's, and from which it is not.
 * @unit exposure value at ISO 100
 * @origin exposure values of rooms and facades in EXIF: a facade in the shade has 11
 * @bench scene
 */
export const dimEv = [9, 10.5];

/**
 * Light that may be daylight outside, and from which it is: a glass hall at noon has 12.
 * @unit exposure value at ISO 100
 * @origin see `dimEv`
 * @bench scene
 */
export const daylightEv = [12.5, 13.5];

/**
 * Light that is a night's, and from which it is not.
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
 * @origin by hand on 120 photographs of rooms and exteriors
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
 * Distance from the light's colour within which a surface counts as pale paint.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const paleWidth = 0.13;

/**
 * The same for what is grey at any brightness: its darkness may be shade, that of colours is their own.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench look
 */
export const greyWidth = 0.3;

/**
 * Share of the level from which a surface's own colour begins to limit the white balance.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const limitFrom = 0.6;

/**
 * Share of the level from which it does.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const limitTo = 0.85;

/**
 * Share of the level below which a dark thing's colour says little of the light: black glass would turn blue.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const blackFrom = 0.5;

/**
 * Share of the level below which it says nothing.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const blackTo = 0.25;

/**
 * Passes that find the level of pale surfaces: a plain mean, then twice without what is far brighter.
 * @unit passes
 * @origin a fourth pass moves the level by less than 0.001
 * @bench look
 */
export const levelPasses = 3;

/**
 * Times the level beyond which a surface is a light, not paint.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const brightestPaint = 1.35;

/**
 * How far below that a surface begins to be one.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const brightestPaintWidth = 0.2;

/**
 * Share of the level from which a pale surface begins to count: what is darker is paint, not shade.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const shadeFrom = 0.25;

/**
 * Share of the level from which it counts in full.
 * @unit ratio of display values
 * @origin by hand
 * @bench look
 */
export const shadeTo = 0.4;

/**
 * Probability by the map from which a place begins to be a window.
 * @unit probability
 * @origin recall and precision of views in renderings
 * @bench scene
 */
export const windowFrom = 0.45;

/**
 * Probability from which it is one.
 * @unit probability
 * @origin see `windowFrom`
 * @bench scene
 */
export const windowTo = 0.75;

/**
 * Times as bright as pale surfaces from which a place begins to shine.
 * @unit ratio of display values
 * @origin by hand
 * @bench scene
 */
export const brightFrom = 1.05;

/**
 * Times as bright as pale surfaces from which one shines.
 * @unit ratio of display values
 * @origin see `brightestPaint`
 * @bench scene
 */
export const brightTo = 1.35;

/**
 * Share of the pixels that are darker than the picture's highlights.
 * @unit share
 * @origin by hand
 * @bench scene
 */
export const highlightShare = 0.99;

/**
 * The same against the picture's highlights: paper on a dark wall is bright there and does not shine.
 * @unit ratio of display values
 * @origin by hand
 * @bench scene
 */
export const highlightFrom = 0.62;

/**
 * See `highlightFrom`.
 * @unit ratio of display values
 * @origin by hand
 * @bench scene
 */
export const highlightTo = 0.8;

/**
 * What is this bright may shine anyhow.
 * @unit display value
 * @origin by hand
 * @bench scene
 */
export const mostFrom = 0.8;

/**
 * What is this bright shines.
 * @unit display value
 * @origin nearly clipped
 * @bench scene
 */
export const mostTo = 0.97;

/**
 * Stops of scene light over pale surfaces from which a place begins to shine, and does: pale cabinets by a window lie
 * below.
 * @unit stops
 * @origin by hand
 * @bench scene
 */
export const shiningStops = [1, 1.6] as const;

/**
 * Window in which views are brought to the edges of the picture.
 * @unit share of the longer edge
 * @origin by hand: about the width of a window frame
 * @bench scene
 */
export const matteShare = 1 / 50;

/**
 * Smoothness (0 to 1) from which a pale surface shows the room's light.
 * @unit share
 * @origin by hand
 * @bench scene
 */
export const litSmoothness = 0.5;

/**
 * Share of the level of pale surfaces from which one shows the room's light.
 * @unit ratio of display values
 * @origin by hand
 * @bench scene
 */
export const paleFrom = 0.6;

/**
 * Share of the level up to which one does.
 * @unit ratio of display values
 * @origin by hand
 * @bench scene
 */
export const paleTo = 1.05;

/**
 * Pale surfaces below this share show nothing of the room's light.
 * @unit share of the picture
 * @origin by hand
 * @bench scene
 */
export const leastPale = 0.005;

/**
 * Share of the pale surfaces that are darker than what shows the room's light.
 * @unit share
 * @origin by hand
 * @bench scene
 */
export const litShare = 0.75;

/**
 * Luma of a view from which it begins to be bright sky.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const whiteSkyFrom = 0.75;

/**
 * Luma of a view from which it is bright sky.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const whiteSkyTo = 0.9;

/**
 * Radius within which the darkest channel shows the veil.
 * @unit share of the longer edge
 * @origin He, Sun, Tang 2009: 15 px of 600
 * @bench look
 */
export const veilPatchShare = 1 / 100;

/**
 * Radius of the mean over that.
 * @unit share of the longer edge
 * @origin by hand
 * @bench look
 */
export const veilMeanShare = 1 / 40;

/**
 * Views less sure than this are too thin to show a veil.
 * @unit probability
 * @origin by hand
 * @bench look
 */
export const sureView = 0.5;

/**
 * Brightness at which a view begins to be washed out; what is dimmer is pale of itself.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const washedFrom = 0.6;

/**
 * Brightness at which a view is washed out.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const washedTo = 0.85;

/**
 * Where even the darkest thing near by is this bright begins to be nothing but sky: it shows no veil.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const whiteFrom = 0.75;

/**
 * Where even the darkest thing near by is this bright is nothing but sky.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const whiteTo = 0.9;

/**
 * Distance within which a pixel may be of a paint that the house knows.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench house
 */
export const paintReach = 0.09;

/**
 * Mean of the two judges of rooms (the learned map and the rules) at which a picture begins to be treated as one.
 * @unit probability
 * @origin neither is right more often: 51 and 55 of the 60 labelled photographs
 * @bench scene
 */
export const roomFrom = 0.35;

/**
 * The mean from which it is treated as one in full.
 * @unit probability
 * @origin see `roomFrom`
 * @bench scene
 */
export const roomTo = 0.65;

/**
 * Radius of the neighbourhood that shows which way texture runs.
 * @unit pixels of a copy of 512 px
 * @origin by hand
 * @bench scene
 */
export const tensorRadius = 2;

/**
 * Radius of the area over which texture counts.
 * @unit pixels of a copy of 512 px
 * @origin by hand
 * @bench scene
 */
export const areaRadius = 8;

/**
 * The most that one step between neighbours counts, so that an edge is not texture.
 * @unit display value
 * @origin by hand
 * @bench scene
 */
export const mostStep = 0.03;

/**
 * Crossed texture of a view that shows much.
 * @unit display values a pixel of a copy of 512 px
 * @origin leaves, roofs and streets in windows of single frames
 * @bench scene
 */
export const textured = 0.0095;

/**
 * Share of `textured` up to which a place shows nothing.
 * @unit share
 * @origin by hand: noise and gradients of white walls
 * @bench scene
 */
export const plainFrom = 0.55;

/**
 * Share of `textured` from which a place shows something.
 * @unit share
 * @origin by hand
 * @bench scene
 */
export const plainTo = 1;

/**
 * Radius over which a window shines.
 * @unit share of the longer edge
 * @origin by hand: half a window
 * @bench scene
 */
export const windowShare = 0.1;

/**
 * Radius over which a window shows something: a blind above a garden does not.
 * @unit share of the longer edge
 * @origin by hand
 * @bench scene
 */
export const tellingShare = 0.04;

/**
 * Share of its surroundings that must shine for a place of a window to be a view: from here it may be.
 * @unit share
 * @origin by hand
 * @bench scene
 */
export const shiningFrom = 0.25;

/**
 * From here it is.
 * @unit share
 * @origin by hand
 * @bench scene
 */
export const shiningTo = 0.5;

/**
 * Share of its surroundings that must have texture for a place of a window to be a view: from here it may be.
 * @unit share
 * @origin by hand
 * @bench scene
 */
export const tellingFrom = 0.3;

/**
 * From here it is.
 * @unit share
 * @origin by hand
 * @bench scene
 */
export const tellingTo = 0.6;
