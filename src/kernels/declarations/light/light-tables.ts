/** Steps of the tables over display values 0 to 1. */
export const lumaSteps = 4095;
/** The tables over stops begin at `leastStops` below display white; they have `stepsPerStop` entries a stop. */
export const leastStops = -16;
export const stepsPerStop = 64;
/** Entries of such a table: up to 8 stops above display white. */
export const stopEntries = (8 - leastStops) * stepsPerStop + 1;
