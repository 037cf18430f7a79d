import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import type { RegularWork } from "../../platform/retention.ts";
import { refsToDo } from "../../platform/tasks/stored-tasks.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { HOUR_MS } from "../../platform/time/durations.ts";
import type { UploadFolder } from "../uploads/folder.ts";
import { listImports } from "./read.ts";
import type { ImportState } from "./tables.ts";

const SWEEP_EVERY_MS = 10 * 60_000;
/** More than all accounts together have in progress. */
const UPLOADS_LOOKED_AT = 1000;

/** Expires uploads that nobody continued in time. What was imported from them stays in the history. */
export const expireUploads = command<{ readonly nowMs: number }, undefined>(
	"imports.expire_uploads",
	async (tx, { nowMs }) => {
		const isOver = tx
			.selectFrom("import_batch")
			.select("import_id")
			.where("expires_at", "is not", null)
			.where("expires_at", "<=", nowMs)
			.where("import_id", "not in", refsToDo(tx, "import"));
		await tx
			.updateTable("import_batch")
			.set({ state: "expired" satisfies ImportState })
			.where("import_id", "in", isOver)
			.where("state", "in", ["uploading", "uploaded", "grouped", "checked"])
			.where("report", "is", null)
			.execute();
		await tx
			.updateTable("import_batch")
			.set({ folder_id: null, expires_at: null, card: null })
			.where("import_id", "in", isOver)
			.execute();
	},
);

/** When room is short, an unfinished upload is deleted that nobody has continued for this long. */
const IDLE_MS = HOUR_MS;

/** Expires unfinished uploads. @returns the ids of those that were unfinished still. */
export const expireIdleUploads = command<{ readonly importIds: readonly string[] }, string[]>(
	"imports.expire_idle_uploads",
	async (tx, { importIds }) => {
		const rows = await tx
			.updateTable("import_batch")
			.set({ state: "expired" satisfies ImportState, folder_id: null, expires_at: null, card: null })
			.where("import_id", "in", importIds)
			.where("state", "=", "uploading" satisfies ImportState)
			.returning("import_id")
			.execute();
		return rows.map(({ import_id }) => import_id);
	},
);

/**
 * Makes room for an upload: deletes unfinished ones that nobody continues. @param except the upload that needs the room.
 * @returns whether there were any.
 */
export async function dropIdleUploads(db: Database, folder: UploadFolder, except?: string): Promise<boolean> {
	const { batches } = await listImports(
		db.read,
		{ uploadingIn: await folder.id() },
		{ limit: UPLOADS_LOOKED_AT },
	);
	const idle: string[] = [];
	for (const { import_id: importId, files, created_at } of batches) {
		const file = { importId, name: files[0]?.name ?? "" };
		const writtenAtMs = (await folder.lastWrittenAtMs(file)) ?? created_at;
		if (importId !== except && Date.now() - writtenAtMs > IDLE_MS) idle.push(importId);
	}
	if (idle.length === 0) return false;
	const dropped = await db.write(expireIdleUploads, { importIds: idle });
	for (const importId of dropped) await folder.removeOf(importId);
	return dropped.length > 0;
}

/** Expires overdue uploads, and deletes files in this server's folder that no import needs. */
export function uploadWork(db: Database, clock: Clock, folder: UploadFolder): RegularWork[] {
	return [{ everyMs: SWEEP_EVERY_MS, step: () => sweepUploads(db, clock, folder) }];
}

/** @returns false: there is nothing more to do right away. */
export async function sweepUploads(db: Database, clock: Clock, folder: UploadFolder): Promise<false> {
	await db.write(expireUploads, { nowMs: clock.now() });
	// Before the first upload there is no folder whose room could be looked at.
	if ((await folder.importIds()).length === 0) return false;
	if (!(await folder.hasRoom())) await dropIdleUploads(db, folder);
	const importIds = await folder.importIds();
	if (importIds.length === 0) return false;
	const folderId = await folder.id();
	const rows = await db.read
		.selectFrom("import_batch")
		.select("import_id")
		.where("import_id", "in", importIds)
		.where("folder_id", "=", folderId)
		.execute();
	const needed = new Set(rows.map(({ import_id }) => import_id));
	for (const importId of importIds) if (!needed.has(importId)) await folder.removeOf(importId);
	return false;
}
