export { checkHouse, curveToLevel, describeHouse, type HouseFacts, whiteMedian } from "./one-room.ts";
export { type RoomReading, readRoom } from "./read-room.ts";
export { type HouseSetting, solveHouse } from "./solve-house.ts";
