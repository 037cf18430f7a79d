import { sweepOf } from "./platform/retention.ts";
import { rooms } from "./rooms.ts";

/** Deletes whatever the rooms declare as expired. */
export const sweep = sweepOf(rooms.flatMap(({ expiry = [] }) => expiry));
