/* Every number that views are detected with; tags as in `surfaces/params.ts`. */

/**
 * Probability by the map from which a place begins to be a window.
 * @unit probability
 * @origin by hand, on the contact sheet of 60 sets
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
 * @origin by hand
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
 * @origin by hand
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
 * @origin by hand
 * @bench scene
 */
export const textured = 0.0095;

/**
 * Share of `textured` up to which a place shows nothing.
 * @unit share
 * @origin by hand
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
 * @origin by hand
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

/**
 * Probability by the map from which a place may belong to a view next to it.
 * @unit probability
 * @origin recall and precision on 27 labelled rooms: .30 at .95 without it, .44 at .88 with it
 * @bench scene
 */
export const likelyFrom = 0.3;

/**
 * Probability from which it does, if enough of the window around it is a view.
 * @unit probability
 * @origin see `likelyFrom`
 * @bench scene
 */
export const likelyTo = 0.55;

/**
 * Share of the window around a place that is a view, from which the place may belong to it.
 * @unit share
 * @origin see `likelyFrom`
 * @bench scene
 */
export const nearFrom = 0.1;

/**
 * Share from which it does.
 * @unit share
 * @origin see `likelyFrom`
 * @bench scene
 */
export const nearTo = 0.3;

/**
 * Mean step between neighbours from which a place within a window is too rough for a frame.
 * @unit display value a pixel of a copy of 512 px
 * @origin by hand: twice `smoothStep`
 * @bench scene
 */
export const roughFrame = 0.04;

/**
 * Mean step up to which it is as smooth as a frame.
 * @unit display value a pixel of a copy of 512 px
 * @origin see `roughFrame`
 * @bench scene
 */
export const smoothFrame = 0.015;

/**
 * Distance from the light's colour within which such a place is grey.
 * @unit log chromaticity of display values
 * @origin by hand
 * @bench scene
 */
export const frameGrey = 0.12;

/**
 * Brightest channel from which a colour begins to be clipped.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const clippedFrom = 0.92;

/**
 * Brightest channel from which nothing of a colour is sure: a clipped channel shifts the hue.
 * @unit display value
 * @origin by hand
 * @bench look
 */
export const clippedTo = 0.99;
