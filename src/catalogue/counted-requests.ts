import { countingWith } from "../limits/shared-windows.ts";
import { GENERATION_VALUE } from "./generation.ts";

/** Counts requests, and returns for each the generation of the catalogue at the time of counting. */
export const countRequests = countingWith(GENERATION_VALUE);
