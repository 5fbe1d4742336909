// Tuned numbers of the search by headers, names and order; pictures/params.ts has those for pictures. Scores are
// log-odds in nats. Unless a line says otherwise, a number was set by hand on simulated shoots of seeds 1 to 1000 and
// on real brackets; `npm run bench -- group` judges it on other seeds.

/**
 * Log-odds that two neighbours belong to one bracket, one for each kind of evidence in their headers (see
 * headers/header-link.ts). Set by hand. bench/group/fit.ts fits each on simulated shoots, prints it next to the value
 * in use and counts how often it occurs; bench/results/group-fit.txt is its last run.
 */
export const headerOdds = {
  /** Without a pause between the end of one exposure and the start of the next; change per doubling of 1 s + pause. */
  noPause: 3,
  pauseDoubling: -1.3,
  /** If times are missing: the names have consecutive numbers, skip numbers, or share no numbering. */
  namesCountOn: 0.3,
  namesSkip: -0.6,
  namesDiffer: -0.5,
  /** A file without headers between two that the camera counted through: as for the next number of a bracket. */
  countedThrough: 4.5,
  /** From a frame by the room's light to a flash frame, and back. Flash frames usually come last. */
  beforeFlash: 0.8,
  afterFlash: -2,
  /** Size of the exposure step: none, below that of a bracket, of a bracket, long, longer than any bracket's. */
  sameExposure: -1,
  smallStep: -1.5,
  bracketStep: 0.8,
  longStep: 0.2,
  endlessStep: -1.5,
  /** Exposures are missing: equal time stamps, as editors and copies leave them; different time stamps. */
  unexposedCopies: -3.5,
  unexposed: -1.5,
  /** Changed settings: time or ISO, both, only the aperture, aperture and another. A bracket changes one. */
  oneDial: 0.4,
  twoDials: -1,
  apertureDial: -1.2,
  apertureAndOther: -2,
  /** The exposure compensation changed: together with the exposure, independently of it, or exposures are unknown. */
  biasFollowed: 1.2,
  biasMoved: 0.4,
  biasUnexposed: 1,
  /** Maker tags: bracketing is on in both, in one, or in neither although this camera reports its brackets. */
  bothBracketing: 1.5,
  oneBracketing: -2,
  neitherBracketing: -3.5,
  /** Consecutive shot numbers; another bracket value, the same one other than 0; the same burst, another burst. */
  nextShotNumber: 3,
  otherBracketValue: 1,
  sameBracketValue: -1.5,
  sameBurst: 1.5,
  otherBurst: -1,
  /** File numbers of the camera: consecutive, a gap of one or two, a larger gap. */
  nextFile: 0.3,
  nearFile: -0.3,
  farFile: -0.8,
  /** The focus distance changed. */
  refocused: -1,
  /** Names that count the shots: per doubling of 1 + the difference of their numbers, unless it is 1. */
  nameDoubling: -0.6,
} as const;

/** Tolerances and ranges for values in headers. */
export const headerSteps = {
  /** Maximum difference of equal exposures, EV: cameras round times to thirds of a stop. */
  sameEv: 0.2,
  /** Minimum and maximum step of a bracket, and the longest step that any camera offers, EV. */
  minEv: 0.6,
  maxEv: 6,
  endlessEv: 10,
  /** Minimum relative change of f-number, time or ISO; of focal length; of focus distance, which lenses round. */
  dialShare: 0.07,
  focalShare: 0.02,
  focusShare: 0.35,
  /** Minimum change of the compensation; maximum difference from the exposure's step if both go together, EV. */
  biasEv: 0.3,
  biasFollowsEv: 0.4,
  /** Maximum difference of equal bracket values, EV. */
  bracketValueEv: 0.15,
  /** Maximum difference of file numbers across a small gap. */
  nearFiles: 3,
  /** Upper limit of pauses, s: longer ones count as this. */
  longestPauseS: 70,
  /** Maximum difference between the exposures of one shot's two files, which may be rounded differently, EV. */
  twinEv: 0.05,
  /** Minimum step of a bracket taken by flash, EV: brackets have a third of a stop or more. */
  flashEv: 0.25,
  /** Exposures from here on are at the end of a camera's range (30 s, 1/4000 s), where steps are cut short, s. */
  slowestS: 29,
  fastestS: 1 / 3900,
} as const;

/** What the files of a camera show about how it writes headers. */
export const cameraWays = {
  /** Minimum exposure that shows whether its start or end is stamped: in steps of the clock, and in s. */
  clockSteps: 4,
  minStampS: 0.2,
  /** Stamps closer than this share of an exposure leave no room for it between them. */
  stampShare: 0.9,
  /** Minimum exposure that a dark frame may follow, s, and the minimum duration of that frame as a share of it. */
  longExposureS: 1,
  darkFrameShare: 0.8,
  /** Maximum share of first shots in the brackets of a camera that counts its shots, and the shots needed to decide. */
  maxFirst: 0.6,
  enoughShots: 4,
  /** Minimum share and number of the compensation's changes that the exposure follows; minimum change, EV. */
  follows: 0.7,
  enoughSteps: 4,
  minBiasEv: 0.5,
  /** Maximum exposure that can follow the compensation, s. */
  slowS: 20,
  /** Maximum change of light between two frames of a bracket, EV. The dial is not turned during bracketing. */
  lightEv: 1.5,
} as const;

/** Log-odds of whole sets. */
export const setOdds = {
  /** The camera's count of the set is contradicted (nearly proof), complete, incomplete (a few sets in a hundred). */
  contradicted: -10,
  complete: 2,
  incomplete: -1.5,
  /** A single that is nearly all white or black: one in two hundred singles is, but one in ten frames of brackets. */
  strayAlone: -3,
  /** A nearly blank frame that joins two different scenes. */
  bridged: -5,
  /** A set of two that the camera does not report as a bracket. */
  pair: -1,
  /** Two equal exposures; two nearly equal ones, with the limits in EV by headers and by pictures. */
  repeated: -4,
  nearlyRepeated: -2,
  nearEv: 0.45,
  nearSeenEv: 0.3,
  /** Per step: equal ones; equal, or only in a usual order, by pictures. Per set: unequal steps; an unusual order. */
  evenStep: 1.1,
  evenSeenStep: 0.5,
  orderedSeenStep: 0.1,
  unevenSteps: 0.2,
  irregular: -1.2,
  /** Per doubling of the ratio of the longest pause to the median one, after adding this constant to both, s. */
  cadence: -1.6,
  cadenceS: 1.5,
  /** Per link of a burst that the shoot repeats: more than two equal exposures or a small step cost. */
  repeatedBurst: 2,
} as const;

/** Tolerances for equal steps. */
export const evenness = {
  /** Maximum spread of equal steps by headers, which round: in EV, or as a share of the smallest; by a picture, EV. */
  headerEv: 0.36,
  share: 0.2,
  pictureEv: 0.7,
  /** By pictures only: in EV, or as a share of the longest. Tone curves bend the ends by up to a third. */
  seenEv: 0.3,
  seenShare: 0.33,
  /** Minimum step by headers and by pictures, EV. */
  minEv: 0.25,
  minSeenEv: 0.3,
  /** Exposure counts as locked if this share of the sets in a round has equal steps; minimum number of sets. */
  lockedShare: 0.5,
  lockedSets: 4,
} as const;

/** Exposure patterns that many sets of a shoot share. */
export const habit = {
  /** Minimum number of sets with the pattern, and share of all: lower without headers, as cameras may be mixed. */
  sets: 3,
  share: { headers: 0.4, pictures: 0.2 },
  /** Log-odds of one more set of the pattern, which grow with its share; a larger set loses this share of them. */
  odds: { least: 1.5, most: 3.5 },
  larger: 0.5,
  /** From this share of sets on, a set without the pattern is unlikely, unless it begins one (interrupted). */
  strictShare: 0.5,
  odd: -1.5,
  /** Minimum share of the sets of one order with the same steps in pictures; otherwise the pattern ignores steps. */
  sameSteps: 0.6,
} as const;

/** Irregular bursts that recur, such as aperture brackets. Judged by test/stages/group/working-shoots.test.ts. */
export const repeatedBursts = {
  /** Minimum pause that ends a burst, s: the photographer moves on. Frames of a burst follow within a second or two. */
  endS: 5,
  /** Minimum number of bursts of one pattern, and their share of all bursts. */
  least: 3,
  minShare: 0.5,
} as const;

/** Detection of flash frames in shoots without metadata. Judged by test/stages/group/no-metadata.test.ts as well. */
export const flashFrames = {
  /**
   * Maximum number of flash frames after a bracket. Minimum number of scenes with flash frames, of brackets of the
   * usual pattern among them, and their share of all such brackets.
   */
  longestTail: 2,
  enoughTails: 4,
  minOfBrackets: 2,
  tailShare: 0.2,
  /** Maximum contrast that a flash leaves. The ends of tone curves leave as much, so this alone is not proof. */
  contrast: 0.72,
  /**
   * A comparison with a frame at most this far away in EV is proof: frames of forty real scenes re-exposed by as much
   * kept a contrast of 0.88 or more; nine of ten flashes left 0.86 or less.
   */
  nearEv: 0.75,
  nearContrast: 0.86,
  coverage: 0.3,
  correlation: 0.85,
  /** Number of preceding shots searched for frames of the same scene. */
  reach: 12,
} as const;

export const search = {
  /** Minimum margin, nats, at which no picture could split what headers join. */
  safeMargin: 6,
  /** Minimum pause, s, after which the next frame may show another room with the same furniture. */
  longPauseS: 4,
  /**
   * Test for similar rooms: sets compared, minimum pairs, minimum share of similar pairs, required lead in likeness.
   */
  comparedSets: 8,
  minPairs: 6,
  alikeShare: 0.4,
  clearlyMore: 0.06,
  /** Maximum of the likeness required then, and the quantile of the similar pairs that it starts from. */
  maxMiddle: 0.95,
  quantile: 0.75,
  /** Maximum passes that look for window frames; longest set reported as too long, twice the limit of the option. */
  windowPasses: 3,
  longestNamed: 50,
} as const;

/** A darker single frame after a bracket, exposed for the view outside the window. */
export const windowFrame = {
  /** Maximum pause, s: the photographer turns the dial. After longer pauses the next scene is as likely. */
  pauseS: 12,
  /** Minimum distance below the darkest frame of the bracket, EV: unless exposure is locked, steps of one set vary. */
  beyondEv: 0.25,
  matesTried: 2,
  /** Log-odds of its link if the pictures show the same scene, or do not show whether they do. */
  odds: { same: 6.5, unknown: -1.5 },
} as const;

/** Set by hand on the bracket of a real kitchen window next to its finished picture, and on painted rooms. */
export const editedCopies = {
  /** Other exposures that the files of one moment are compared with; each is a picture to read. */
  maxOthers: 4,
  /**
   * Times as much of the light that one curve does not explain: the finished picture has 2.3 and 2.6 times its frame's
   * with the two other exposures; of 300 painted rooms, a second photograph of one exposure had 1.12 times at most.
   */
  timesWorse: 1.5,
} as const;
