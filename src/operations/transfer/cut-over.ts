import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { readMaintenance, setMaintenance } from "../../platform/maintenance.ts";
import type { BlobCopying } from "./blob-copying.ts";
import { finishLog } from "./catch-up.ts";
import { prepareMove } from "./commands.ts";
import { type BothDatabases, requireEqual } from "./copy-rows.ts";
import type { MoveOrder, MoveReport } from "./order.ts";
import { countRows } from "./rows.ts";
import { MoveRefused, type TableShape } from "./shapes.ts";
import { copyState, endFilling, filledBy, type MoveRecord, readState, saveMove } from "./state.ts";

/** The message that clients get from here on. */
export const MOVING_MESSAGE = "The service is moving to another place and will be back shortly.";

interface CutOver {
	readonly order: MoveOrder;
	readonly dbs: BothDatabases;
	readonly tables: readonly TableShape[];
	readonly record: MoveRecord;
	readonly blobs: BlobCopying;
}

/** Stops the source, copies the rest, compares, and lets the target serve. After a failure before the source is marked as moved, it serves again. */
export async function cutOver(parts: CutOver): Promise<MoveReport> {
	const { dbs, tables, order } = parts;
	const record = await startCutOver(parts);
	const startedAt = performance.now();
	let moved: MoveReport["tables"];
	try {
		await untilQuiet(dbs.source, order);
		for (const table of tables) await dbs.source.write(prepareMove, { what: "freeze", table });
		moved = await copyRemaining(parts);
		await saveMove(dbs.source, { ...record, stage: "moved", atMs: order.clock.now() });
	} catch (fault) {
		await resumeService(dbs.source, tables, record);
		throw fault;
	}
	await finishMove(dbs, tables, record);
	order.journal.remove();
	const maintenance_ms = Math.round(performance.now() - startedAt);
	return { done_before: false, tables: moved, blobs: parts.blobs.totals(), maintenance_ms };
}

/** A run that was killed midway has left its own maintenance message; the message from before it is in the record. */
async function startCutOver({ dbs, record }: CutOver): Promise<MoveRecord> {
	const before =
		record.stage === "cutting over" ? record.maintenanceBefore : await readMaintenance(dbs.source.read);
	const cutting: MoveRecord = { ...record, stage: "cutting over", maintenanceBefore: before };
	await saveMove(dbs.source, cutting);
	await dbs.source.write(setMaintenance, { message: MOVING_MESSAGE });
	return cutting;
}

/** Longer than the deadline of requests. */
const LONGEST_MS = 20_000;
const POLL_MS = 100;

async function untilQuiet({ read }: Database, { quietMs, watcher, signal }: MoveOrder): Promise<void> {
	watcher.begin("waiting for open calls to finish", undefined);
	const startedAt = performance.now();
	let changedAt = startedAt;
	let newest = -1;
	while (performance.now() - changedAt < quietMs && performance.now() - startedAt < LONGEST_MS) {
		signal.throwIfAborted();
		const { rows } = await sql<{ id: number | null }>`select max(id) as id from move_change`.execute(read);
		if ((rows[0]?.id ?? 0) !== newest) {
			newest = rows[0]?.id ?? 0;
			changedAt = performance.now();
		}
		await sleep(POLL_MS);
	}
}

async function copyRemaining({ order, dbs, tables, blobs }: CutOver): Promise<MoveReport["tables"]> {
	const { watcher, signal } = order;
	const passed = (rows: number) => {
		signal.throwIfAborted();
		watcher.passed(rows);
	};
	watcher.begin("moving the last changes", undefined);
	await finishLog(dbs, tables, passed);
	await blobs.copy("the last pictures");
	const moved: MoveReport["tables"][number][] = [];
	for (const table of tables) moved.push(await verified(order, dbs, table, passed));
	if (order.fullCheck) await blobs.compareAll();
	for (const table of tables) await dbs.target.write(prepareMove, { what: "continue numbers", table });
	await copyState(dbs.source, dbs.target);
	return moved;
}

async function verified(
	{ watcher, fullCheck }: MoveOrder,
	dbs: BothDatabases,
	table: TableShape,
	passed: (rows: number) => void,
): Promise<MoveReport["tables"][number]> {
	const [rows, there] = await Promise.all([countRows(dbs.source, table), countRows(dbs.target, table)]);
	if (rows !== there)
		throw new MoveRefused(`table ${table.name} has ${rows} rows here and ${there} in the target`);
	if (!fullCheck) return { table: table.name, rows };
	watcher.begin(`comparing ${table.name} once more`, rows);
	return { table: table.name, rows, sha256: await requireEqual(dbs, table, passed) };
}

/** The steps after the source is marked as transferred; a later run repeats those that are undone. */
export async function finishMove(
	dbs: BothDatabases,
	tables: readonly TableShape[],
	{ move }: MoveRecord,
): Promise<void> {
	if (filledBy(await readState(dbs.target)) !== move) return;
	for (const table of tables) await dbs.source.write(prepareMove, { what: "unwatch", table });
	await dbs.source.write(prepareMove, { what: "no log" });
	await dbs.target.write(prepareMove, { what: "no progress" });
	await endFilling(dbs.target);
}

/** The source accepts changes and requests again, and keeps recording changes. */
async function resumeService(
	source: Database,
	tables: readonly TableShape[],
	record: MoveRecord,
): Promise<void> {
	for (const table of tables) await source.write(prepareMove, { what: "thaw", table });
	await source.write(setMaintenance, { message: record.maintenanceBefore });
	await saveMove(source, { ...record, stage: "copying" });
}
