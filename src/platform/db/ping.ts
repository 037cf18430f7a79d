import { setServiceState } from "../service-state.ts";
import { command } from "./command.ts";

/** A write that changes a row: succeeds if the database accepts writes and has stored this one. */
export const ping = command<{ readonly nowMs: number }, undefined>("platform.ping", async (tx, { nowMs }) => {
	await setServiceState(tx, "last_ping", String(nowMs));
	return undefined;
});
