export { curveToLevel, whiteMedian } from "./apply-house.ts";
export { checkHouse } from "./check-house.ts";
export { describeHouse, type HouseFacts } from "./describe-house.ts";
export { type RoomReading, readRoom } from "./read-room.ts";
export { type HouseSetting, solveHouse } from "./solve-house.ts";
