// Numbers of the order of shots: file numbers, times and counters of cameras. Unless a line says otherwise, a number
// was set by hand on simulated shoots of seeds 1 to 1000 and on real brackets; `npm run bench -- group` judges it on
// other seeds.

/** Properties by which file numbers are recognised as a camera's counter. */
export const counter = {
  /** Counter sizes: cameras restart after 9999, drones and some compacts after 999. */
  sizes: [1000, 10_000],
  /** The counter has wrapped if there are numbers within this share of both ends and none in between. */
  nearEnd: 0.1,
  /** Counters have short gaps, arbitrary names do not: minimum numbers, longest short gap, minimum share of them. */
  minShots: 8,
  shortHole: 3,
  mostlyShort: 0.7,
} as const;

/** Order of shots without times, and separation of two cameras of one model. */
export const ordering = {
  /** Number of preceding shots in name order that may show the same scene; for a blank frame if names count. */
  reach: 40,
  blankReach: 9,
  /** Number of earlier shots of a scene that the brightness of a new one is measured against. */
  steppedBack: 12,
  /** Minimum lead in agreement of the scene that a blank frame joins over any other nearby. */
  clearlyBetter: 0.02,
  /** Maximum distance of the number of a file without metadata from one with metadata, by the same camera. */
  nearNumber: 20,
  /** Minimum share of consecutive names that shows an order. */
  namesInOrder: 0.3,
  /** Maximum gap in the numbers of one camera and day. */
  widestHole: 500,
  /** Alternations of counters that show two cameras rather than a renamed file; maximum times a clock is set back. */
  minTurns: 3,
  maxSettings: 2,
  /** Minimum share of the rarer kind's files that must pair by time if RAW and JPEG were renamed differently. */
  renamedShare: 0.5,
  /** Maximum number of sets of several frames that a caller can list: far more than a shoot has. */
  maxListed: 10_000,
  /** Maximum relative difference of a side among sizes of one bracket, by definition (docs/GROUPING.md). */
  nearSizeShare: 0.02,
  /** Log-odds of frames that differ in orientation, or slightly in size: only pictures outweigh them. */
  otherOrientation: { turned: -8, near: -4 },
} as const;

/** Costs of assigning shots to two counters, nats. */
export const twoCounters = {
  /** Per doubling of a gap; maximum for a gap; largest difference of numbers at which headers are compared. */
  hole: 1.5,
  maxHole: 10,
  shortStep: 3,
  /** Maximum reduction by headers of neighbours, and the share of their log-odds that counts: less than a gap. */
  maxOfHeaders: 1,
  headerShare: 0.25,
  /** A switch to the other camera; a counter that decreases. */
  change: 0.2,
  backwards: 1000,
  /** Maximum pause within a bracket here, s. */
  maxGapS: 30,
} as const;
