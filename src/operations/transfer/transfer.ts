import { ulid } from "../../platform/ids.ts";
import { readMaintenance, setMaintenance } from "../../platform/maintenance.ts";
import { blobCopying } from "./blob-copying.ts";
import { catchUp } from "./catch-up.ts";
import { contentOf } from "./check-target.ts";
import { prepareMove } from "./commands.ts";
import { type BothDatabases, compareTable, copyTable } from "./copy-rows.ts";
import { cutOver, finishMove, MOVING_MESSAGE } from "./cut-over.ts";
import type { MoveOrder, MoveReport } from "./order.ts";
import { countRows } from "./rows.ts";
import { MoveRefused, movableTables, requireSameShapes, type TableShape } from "./shapes.ts";
import {
	filledBy,
	installationOf,
	type MoveRecord,
	moveOf,
	nameInstallation,
	readState,
	saveMove,
	startFilling,
} from "./state.ts";

/**
 * Moves a running installation to another database, another picture store, or both. The source serves while most of the data is copied; it is then
 * put into maintenance and frozen while the rest is copied, and stays so, so that nothing is charged in two places. May be interrupted at any point
 * and run again. @throws MoveRefused
 */
export async function move(order: MoveOrder): Promise<MoveReport> {
	const { db } = order.target;
	return db ? moveDatabase(order, { source: order.source.db, target: db }) : moveBlobs(order);
}

async function moveDatabase(order: MoveOrder, dbs: BothDatabases): Promise<MoveReport> {
	const tables = await movableTables(dbs.source);
	requireSameShapes(tables, await movableTables(dbs.target));
	const begun = await startOrResume(order, dbs, tables);
	if (begun.stage === "moved") {
		await finishMove(dbs, tables, begun);
		return { done_before: true, tables: [], blobs: { compared: 0, bytes: 0 }, maintenance_ms: 0 };
	}
	const blobs = await blobCopying(order, tables);
	await blobs.copy("pictures");
	await copyRows(order, dbs, tables);
	await blobs.copy("new pictures");
	return cutOver({ order, dbs, tables, record: begun, blobs });
}

/** @returns the record of the move; from now on its changes are captured. */
async function startOrResume(
	order: MoveOrder,
	dbs: BothDatabases,
	tables: readonly TableShape[],
): Promise<MoveRecord> {
	const state = await readState(dbs.source);
	const known = moveOf(state);
	if (filledBy(state) !== undefined) throw new MoveRefused("this database is itself being filled by a move");
	if (known && known.to !== order.to) {
		const said = known.stage === "moved" ? "has moved to" : "is moving to";
		throw new MoveRefused(`this installation ${said} ${known.to}; \`packshot move --call-off\` cancels that`);
	}
	if (known?.stage === "moved") return known;
	const nowMs = order.clock.now();
	const record = known ?? {
		move: ulid(nowMs),
		to: order.to,
		stage: "copying",
		maintenanceBefore: null,
		atMs: nowMs,
	};
	const installation = installationOf(state) ?? ulid(nowMs);
	const content = await contentOf(dbs.target, tables, { installation, move: record.move });
	await nameInstallation(dbs.source, installation);
	await dbs.source.write(prepareMove, { what: "log" });
	for (const table of tables) await dbs.source.write(prepareMove, { what: "watch", table });
	if (!known) await saveMove(dbs.source, record);
	if (content !== "a part of this move") await prepareTarget(dbs, tables, installation, record.move);
	return record;
}

/** Leftovers of an earlier move must not get in the way, and its progress says nothing about this one. */
async function prepareTarget(
	{ target }: BothDatabases,
	tables: readonly TableShape[],
	installation: string,
	move: string,
): Promise<void> {
	for (const table of tables) {
		await target.write(prepareMove, { what: "thaw", table });
		await target.write(prepareMove, { what: "unwatch", table });
	}
	for (const what of ["no log", "no progress", "progress"] as const)
		await target.write(prepareMove, { what });
	await nameInstallation(target, installation);
	await startFilling(target, move);
}

async function copyRows(order: MoveOrder, dbs: BothDatabases, tables: readonly TableShape[]): Promise<void> {
	const { watcher, signal } = order;
	const passed = (rows: number) => {
		signal.throwIfAborted();
		watcher.passed(rows);
	};
	for (const [step, pass] of [
		["copying", copyTable],
		["comparing", compareTable],
	] as const) {
		for (const table of tables) {
			watcher.begin(`${step} ${table.name}`, await countRows(dbs.source, table));
			await pass(dbs, table, passed);
		}
		watcher.begin("catching up with new changes", undefined);
		await catchUp(dbs, tables, passed);
	}
}

/** Moves the pictures alone: the database stays where it is, with all its contents. */
async function moveBlobs(order: MoveOrder): Promise<MoveReport> {
	const { db } = order.source;
	const blobs = await blobCopying(order, await movableTables(db));
	await blobs.copy("pictures");
	await blobs.copy("new pictures");
	const before = await readMaintenance(db.read);
	const startedAt = performance.now();
	await db.write(setMaintenance, { message: before ?? MOVING_MESSAGE });
	try {
		await blobs.copy("the last pictures");
		if (order.fullCheck) await blobs.compareAll();
	} catch (fault) {
		await db.write(setMaintenance, { message: before });
		throw fault;
	}
	order.journal.remove();
	const maintenance_ms = Math.round(performance.now() - startedAt);
	return { done_before: false, tables: [], blobs: blobs.totals(), maintenance_ms };
}
