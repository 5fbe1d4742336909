import type { HouseSetting, PaintFound } from "./solve-house.ts";

/** What the house decided for one of its rooms, for reports. */
export interface HouseFacts {
  /** How many rooms were held against each other. */
  readonly rooms: number;
  /** Display value that white surfaces become in all of them. */
  readonly level: number;
  /** Colours that keep what they are; log(R/G) and log(B/G) of display values in this picture. */
  readonly paints: readonly PaintFound[];
  /** Under how many lights white is seen. */
  readonly lights: number;
  /** Each decision and what it was taken from, a sentence each. */
  readonly reasons: readonly string[];
}

export function describeHouse({ rooms, level, paints, whites, room }: HouseSetting): HouseFacts {
  const shown = (value: number) => value.toFixed(2);
  return {
    rooms,
    level,
    paints,
    lights: whites.length,
    reasons: [
      `white comes to ${shown(level)} of full scale, the median of ${rooms} rooms`,
      ...(room > 0
        ? [
            "a room by its walls, which fill much of it, or by its light, which is as dim as that of rooms, and by nothing that speaks of outside",
          ]
        : []),
      ...paints.map(
        ({ red, blue, edge, elsewhere }) =>
          `the colour (${shown(red)}, ${shown(blue)}) is paint: it meets white at an edge (${shown(edge)}), and ${elsewhere} other rooms have the same ratio to their white`,
      ),
    ],
  };
}
