import { recordReading } from "./record-reading.ts";
import { beginReading, claimReading, stopReading } from "./requests.ts";

/** Every write of the labels. */
export const labelCommands = [claimReading, beginReading, stopReading, recordReading];
