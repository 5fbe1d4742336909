/** Intervals of the tables over display values 0 to 1. */
export const lumaSteps = 4095;
/** First entry of the tables over stops, relative to display white. */
export const leastStops = -16;
/** Entries a stop of the tables over stops. */
export const stepsPerStop = 64;
/** Entries of a table over stops, which ends 8 stops above display white. */
export const stopEntries = (8 - leastStops) * stepsPerStop + 1;
