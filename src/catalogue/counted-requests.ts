import { countingWith } from "../limits/shared-windows.ts";
import { GENERATION_VALUE } from "./generation.ts";

/** Counts requests, and tells with each which generation of the catalogue there was when it was counted. */
export const countRequests = countingWith(GENERATION_VALUE);
