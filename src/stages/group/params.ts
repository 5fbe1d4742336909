// How sets are found by headers, names and order (pictures/params.ts: how pictures are judged). Scores are log-odds in
// nats. Unless a line says otherwise, a number was set by hand on simulated shoots of seeds 1 to 1000 and on real
// brackets; `npm run bench -- group` judges it on other seeds.

/**
 * Log-odds that two neighbours are of one bracket, for each thing that their headers show (see headers/header-link.ts).
 * Set by hand. bench/group/fit.ts fits each on simulated shoots next to the value in use and prints how often it was
 * seen; bench/results/group-fit.txt is its last run.
 */
export const headerOdds = {
  /** At no pause from the end of one exposure to the start of the next; change for each doubling of 1 s + pause. */
  noPause: 3,
  pauseDoubling: -1.3,
  /** Without times: names that count on, that skip numbers, that have no numbers in common. */
  namesCountOn: 0.3,
  namesSkip: -0.6,
  namesDiffer: -0.5,
  /** A file that lost its headers between two that the camera counted: as the next number of a bracket that is on. */
  countedThrough: 4.5,
  /** Into a flash frame from one by the room's light, and back: flash frames mostly come last. */
  beforeFlash: 0.8,
  afterFlash: -2,
  /** Exposure steps, EV: the same, less than a third of a bracket's, of a bracket, long, longer than any. */
  sameExposure: -1,
  smallStep: -1.5,
  bracketStep: 0.8,
  longStep: 0.2,
  endlessStep: -1.5,
  /** No exposures: one time stamp for several files is what editors and copies leave; different times. */
  unexposedCopies: -3.5,
  unexposed: -1.5,
  /** Dials that moved: time or ISO, both, the aperture, the aperture and another. A bracket moves one. */
  oneDial: 0.4,
  twoDials: -1,
  apertureDial: -1.2,
  apertureAndOther: -2,
  /** The compensation moved: with the exposure, not with it, exposures unknown. */
  biasFollowed: 1.2,
  biasMoved: 0.4,
  biasUnexposed: 1,
  /** The maker's tags: bracketing on in both, in one, in neither of a camera that reports its brackets. */
  bothBracketing: 1.5,
  oneBracketing: -2,
  neitherBracketing: -3.5,
  /** The next shot number; another bracket value, one repeated other than 0; the same burst, another. */
  nextShotNumber: 3,
  otherBracketValue: 1,
  sameBracketValue: -1.5,
  sameBurst: 1.5,
  otherBurst: -1,
  /** File numbers of the camera: the next, a hole of a number or two, more. */
  nextFile: 0.3,
  nearFile: -0.3,
  farFile: -0.8,
  /** The lens was focused elsewhere. */
  refocused: -1,
  /** Names that count the shots, for each doubling of 1 + their distance, if it is not 1. */
  nameDoubling: -0.6,
} as const;

/** What counts as the same, or as a step, in headers. */
export const headerSteps = {
  /** Exposures closer than this are the same, EV: cameras round times to thirds of a stop. */
  sameEv: 0.2,
  /** From smallest to longest step of a bracket, EV, and the longest that any camera sets. */
  leastEv: 0.6,
  mostEv: 6,
  endlessEv: 10,
  /** Shares by which f-number, time or ISO, focal length, and focus distance (which lenses round) differ that moved. */
  dialShare: 0.07,
  focalShare: 0.02,
  focusShare: 0.35,
  /** Least move of the compensation, and what its step and that of the exposure may differ by, EV. */
  biasEv: 0.3,
  biasFollowsEv: 0.4,
  /** Bracket values closer than this are one, EV. */
  bracketValueEv: 0.15,
  /** File numbers that far apart are a small hole. */
  nearFiles: 3,
  /** Longer pauses count as this one, s. */
  longestPauseS: 70,
  /** Exposures of the two files of one shot may be rounded differently, EV. */
  twinEv: 0.05,
  /** Least step of frames taken by flash that are a bracket, EV: brackets have a third of a stop or more. */
  flashEv: 0.25,
  /** Exposures this long or short are at the end of a camera's range (30 s, 1/4000 s), s: steps are cut short there. */
  slowestS: 29,
  fastestS: 1 / 3900,
} as const;

/** What a camera's files show of its ways. */
export const cameraWays = {
  /** Exposures shorter than so many steps of the clock are not evidence of what it stamps; nor shorter than this, s. */
  clockSteps: 4,
  leastStampS: 0.2,
  /** Stamps closer than this share of an exposure leave no room for it. */
  stampShare: 0.9,
  /** Exposures from here on, s, may be followed by a dark frame, which takes this share of their time at least. */
  longExposureS: 1,
  darkFrameShare: 0.8,
  /** A share of first shots in its brackets above this shows that the camera does not count; from so many shots. */
  mostFirst: 0.6,
  enoughShots: 4,
  /**
   * The compensation is the bracket if it moves with the exposure in this share of so many moves; EV of a move, at
   * least.
   */
  follows: 0.7,
  enoughSteps: 4,
  leastBiasEv: 0.5,
  /** Exposures longer than this, s, cannot follow it. */
  slowS: 20,
  /** Change of the light between two frames of a bracket, EV: while it is on, the dial is not turned. */
  lightEv: 1.5,
} as const;

/** Scores of whole sets. */
export const setOdds = {
  /** The camera's count: contradicted (nearly proof), complete, incomplete (a few of a hundred sets). */
  contradicted: -10,
  complete: 2,
  incomplete: -1.5,
  /** A stray alone: one in two hundred singles is nearly all white or black, one in ten frames of brackets. */
  strayAlone: -3,
  /** A frame that shows little between two scenes that differ. */
  bridged: -5,
  /** Two frames in a bracket that the camera does not report. */
  pair: -1,
  /** An exposure twice; one that is nearly repeated, by less than this, EV, as headers or as pictures show it. */
  repeated: -4,
  nearlyRepeated: -2,
  nearEv: 0.45,
  nearSeenEv: 0.3,
  /** For each step: equal ones, equal or only ordered as pictures show them. In all: uneven ones, no usual order. */
  evenStep: 1.1,
  evenSeenStep: 0.5,
  orderedSeenStep: 0.1,
  unevenSteps: 0.2,
  irregular: -1.2,
  /** For each doubling of the longest pause over the middle one, with this added to both, s. */
  cadence: -1.6,
  cadenceS: 1.5,
  /** For each link inside a burst that the shoot repeats: more than two like exposures or a small step take away. */
  repeatedBurst: 2,
} as const;

/** Steps that count as equal. */
export const evenness = {
  /** EV by which steps differ at most as headers round them, or this share of the least; as a picture shows one. */
  headerEv: 0.36,
  share: 0.2,
  pictureEv: 0.7,
  /** If pictures show all: EV, or this share of the longest; tone curves bend the ends by up to a third. */
  seenEv: 0.3,
  seenShare: 0.33,
  /** Least step, EV, by headers and by pictures. */
  leastEv: 0.25,
  leastSeenEv: 0.3,
  /** In a round of sets, this share of at least so many has equal steps unless the exposure was not locked. */
  lockedShare: 0.5,
  lockedSets: 4,
} as const;

/** Patterns that sets of a shoot share. */
export const habit = {
  /** Sets that share one, and their share of all; without headers two cameras may be mixed, each with its own. */
  sets: 3,
  share: { headers: 0.4, pictures: 0.2 },
  /** Log-odds of one more such set, by the share; of a larger set, that share of it. */
  odds: { least: 1.5, most: 3.5 },
  larger: 0.5,
  /** If this share of all sets has a habit, a set without one is odd, unless it begins one (a stopped bracket). */
  strictShare: 0.5,
  odd: -1.5,
  /** Share of the sets of one order whose pictures show the same steps: else steps are not part of the habit. */
  sameSteps: 0.6,
} as const;

/** Irregular bursts that a shoot repeats, as of an aperture. Judged by test/stages/group/working-shoots.test.ts. */
export const repeatedBursts = {
  /** A pause that ends a burst, s: the photographer moves on. Its frames follow within a second or two. */
  endS: 5,
  /** Bursts of one pattern, and their share of all. */
  least: 3,
  leastShare: 0.5,
} as const;

/** Flash frames in shoots without metadata. Judged by test/stages/group/no-metadata.test.ts as well. */
export const flashFrames = {
  /** Frames by flash after a bracket, at most; brackets followed by such, in all, by habit, as a share of brackets. */
  longestTail: 2,
  enoughTails: 4,
  leastOfBrackets: 2,
  tailShare: 0.2,
  /** Contrast left by a flash, at most. The ends of tone curves leave as much: alone it proves nothing. */
  contrast: 0.72,
  /**
   * Next to a frame within this many EV more is proof: frames of forty real scenes re-exposed by as much kept 0.88 or
   * more, a flash left 0.86 or less in nine of ten.
   */
  nearEv: 0.75,
  nearContrast: 0.86,
  coverage: 0.3,
  correlation: 0.85,
  /** Shots before it in which a frame's mates are looked for. */
  reach: 12,
} as const;

export const search = {
  /** Margin above which no picture could split what headers join, nats. */
  safeMargin: 6,
  /** After such a pause, s, the next frame may be of another room that is furnished alike. */
  longPauseS: 4,
  /** Sets compared to see how alike scenes are, pairs needed, the share that must be alike, and the likeness added. */
  comparedSets: 8,
  leastPairs: 6,
  alikeShare: 0.4,
  clearlyMore: 0.06,
  /** Likeness asked for at most, and the quantile of the alike ones that it begins at. */
  mostMiddle: 0.95,
  quantile: 0.75,
  /** Passes that look for window frames, and the longest set that is named as too long: twice what the option takes. */
  windowPasses: 3,
  longestNamed: 50,
} as const;

/** A darker single after a bracket, for the view behind a window. */
export const windowFrame = {
  /** Longest pause, s: the photographer turns the dial; later the next scene is as likely. */
  pauseS: 12,
  /** Darker than all of the bracket by this, EV: without locked exposure headers of one set are uneven. */
  beyondEv: 0.25,
  matesTried: 2,
  /** Its link, if the pictures show the scene or do not deny it. */
  odds: { same: 6.5, unknown: -1.5 },
} as const;

/** What numbers of files look like a camera's counter. */
export const counter = {
  /** Cameras count to 9999 and begin again; drones and some compacts count to 999. */
  sizes: [1000, 10_000],
  /** Numbers within this share of both ends, with nothing in between, are two sides of the counter's turn. */
  nearEnd: 0.1,
  /** A counter leaves few and short holes, unlike names given by chance: this share of holes, from so many shots on. */
  leastShots: 8,
  shortHole: 3,
  mostlyShort: 0.7,
} as const;

/** Order without times, and two cameras of one model. */
export const ordering = {
  /** Shots back in name order that may show the same scene; of a blank frame if names count the shots. */
  reach: 40,
  blankReach: 9,
  /** Earlier shots of a scene that a new one's brightness is measured against. */
  steppedBack: 12,
  /** Agreement by which a blank frame must fit one scene better than any other nearby. */
  clearlyBetter: 0.02,
  /** A file without metadata has a number that near to one with: more would be another camera's. */
  nearNumber: 20,
  /** Share of names that must follow the one before them to show an order. */
  namesInOrder: 0.3,
  /** A wider hole in the numbers parts two cameras or days. */
  widestHole: 500,
  /** Turns that two counters take before two cameras are likelier than a renamed file; settings of one clock. */
  leastTurns: 3,
  mostSettings: 2,
  /** Share of the files of the rarer kind that must pair by time alone before RAW and JPEG were renamed differently. */
  renamedShare: 0.5,
  /** Sets of several that a caller can list, at most: far more than a shoot has, so a longer list is a mistake. */
  mostListed: 10_000,
  /** Sizes of one bracket differ by up to this share of a side, by definition (docs/GROUPING.md). */
  nearSizeShare: 0.02,
  /** Log-odds of frames of one bracket that differ in orientation, or in size: only pictures outweigh them. */
  otherOrientation: { turned: -8, near: -4 },
} as const;

/** Costs, in nats, of giving shots to two counters. */
export const twoCounters = {
  /** For each doubling of a hole, and at most; for numbers further apart than this headers are not compared. */
  hole: 1.5,
  mostHole: 10,
  shortStep: 3,
  /** What headers of neighbours take off at most, of a quarter of their log-odds: less than a hole. */
  mostOfHeaders: 1,
  headerShare: 0.25,
  /** A change of cameras; a counter that goes back. */
  change: 0.2,
  backwards: 1000,
  /** Longest pause of one bracket here, s. */
  maxGapS: 30,
} as const;

/** Set by hand on the bracket of a real kitchen window next to its finished picture, and on painted rooms. */
export const editedCopies = {
  /** Other exposures that the files of one moment are compared with; each is a picture to read. */
  mostOthers: 4,
  /**
   * Times as much of the light that one curve does not explain: the finished picture has 2.3 and 2.6 times its frame's
   * with the two other exposures; of 300 painted rooms, a second photograph of one exposure had 1.12 times at most.
   */
  timesWorse: 1.5,
} as const;
