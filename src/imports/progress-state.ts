import { command } from "../platform/db/command.ts";
import type { Database } from "../platform/db/database.ts";
import { findRow } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { setServiceState } from "../platform/service-state.ts";
import type { Progress } from "./report.ts";

/** Progress of the last import, final if it has ended. */
export interface ImportState {
	readonly lines: number;
	readonly pictures: number;
	readonly refused: number;
	readonly running: boolean;
	readonly atMs: number;
}

const NAME = "import";
const EVERY_MS = 2000;
/** An import that has reported nothing for this long was interrupted. */
const SILENT_MS = 30_000;

/** Stores the progress of an import, so that running servers can show it. */
export const recordImport = command<ImportState, undefined>("imports.record_progress", async (tx, state) => {
	await setServiceState(tx, NAME, JSON.stringify(state));
});

/** The last import; `undefined` when there was none. */
export async function readImportState(tx: Tx, nowMs: number): Promise<ImportState | undefined> {
	const row = await findRow(tx, "service_state", { name: NAME }, ["value"]);
	if (!row) return undefined;
	const state = JSON.parse(row.value) as ImportState;
	return { ...state, running: state.running && nowMs - state.atMs < SILENT_MS };
}

/** Records progress every other second. A failure to record it does not stop the import. */
export function recordedProgress(
	db: Database,
	now: () => number,
): { show: Progress; end: () => Promise<void> } {
	let last = { lines: 0, pictures: 0, refused: 0 };
	let recordedMs = Number.NEGATIVE_INFINITY;
	const record = async (running: boolean) => {
		recordedMs = now();
		await db.write(recordImport, { ...last, running, atMs: recordedMs }).catch(() => undefined);
	};
	return {
		show(done) {
			last = done;
			if (now() - recordedMs >= EVERY_MS) void record(true);
		},
		end: () => record(false),
	};
}
