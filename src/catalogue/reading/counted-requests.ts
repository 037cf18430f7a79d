import { countingWith } from "../../api/limits/shared-windows.ts";
import { GENERATION_VALUE } from "../stored/generation.ts";

/** Counts requests, and returns for each the generation of the catalogue at the time of counting. */
export const countRequests = countingWith(GENERATION_VALUE);
