/**
 * The brackets next to the checkout in five folds for cross-validation: constants fitted on four of them are reported
 * on the fifth. All sets of a maker are in one fold, because its cameras share their rendering; sets without a camera's
 * name are assigned by publisher.
 */
export const folds: readonly Fold[] = [
  {
    name: "Canon",
    reason: "one maker's picture styles, 2002 to 2015",
    sets: [
      "alley_handheld",
      "courtyard_s45",
      "desk_night_curtain",
      "kitchen",
      "library_canon",
      "livingroom_pair",
      "lounge_orange",
      "villa_church",
    ],
  },
  {
    name: "Nikon",
    reason: "one maker's picture controls, and its RAW through our own development",
    sets: ["lighthouse", "ntu_library_night_d90", "preschool", "raw_d5000", "rocks_d800", "tv_cabinet"],
  },
  {
    name: "Sony, Samsung, Apple",
    reason: "mirrorless cameras and telephones, which render each frame separately",
    sets: [
      "brick_windows",
      "cabin_phone",
      "doorway_flowers_pair",
      "estate_dining2",
      "lamp_books",
      "oval_library_phone",
      "samsung_scene2",
    ],
  },
  {
    name: "one collection",
    reason: "no EXIF, one collection of research pictures, whose cameras may be the same",
    sets: [
      "iccv_corridor37",
      "iccv_dark_door_window",
      "iccv_desk_bigev73",
      "iccv_desk_handheld32",
      "iccv_hall_glass33",
      "iccv_moon_house77",
      "office_autumn",
      "square_people",
      "stlouis_night",
    ],
  },
  {
    name: "classics",
    reason: "no EXIF, the sequences that papers on fusion show",
    sets: [
      "arch",
      "belgium_house",
      "corridor",
      "garden",
      "grandcanal",
      "london_crowd_pair",
      "mask",
      "mer_Flowers",
      "mer_OldHouse",
      "mer_SeaRock",
      "zurich_boats",
    ],
  },
];

export interface Fold {
  readonly name: string;
  readonly reason: string;
  readonly sets: readonly string[];
}

/** Number of the fold of a set, from 1; `undefined` for a set of another folder. */
export function foldOf(set: string): number | undefined {
  const index = folds.findIndex(({ sets }) => sets.includes(set));
  return index < 0 ? undefined : index + 1;
}

/**
 * Sets with a handheld camera, or with so much motion that a plain fusion is not a reference: shown, but not counted.
 */
export const notStill: ReadonlySet<string> = new Set([
  "alley_handheld",
  "arch",
  "cabin_phone",
  "iccv_desk_bigev73",
  "iccv_desk_handheld32",
  "london_crowd_pair",
  "oval_library_phone",
  "samsung_scene2",
  "square_people",
]);

/** Sets with a fixed camera in which clouds, water or boats move. */
export const partlyMoving: ReadonlySet<string> = new Set([
  "garden",
  "grandcanal",
  "iccv_moon_house77",
  "mer_SeaRock",
  "rocks_d800",
  "zurich_boats",
]);
