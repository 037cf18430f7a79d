import { hash } from "node:crypto";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { ulid } from "../../platform/ids.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { CaseFileRow } from "./tables.ts";

/** Key prefix of case files in the blob store. */
export const CASE_PREFIX = "cases/";

/** Removal is delayed by this much, so that a backup that has already read the rows can still copy their files. */
const KEPT_MS = DAY_MS;

export interface NewCaseFile {
	readonly file: string;
	readonly bytes: Uint8Array;
	readonly contentType: string;
	readonly name?: string;
	readonly width?: number;
	readonly height?: number;
}

export type StoredCaseFile = Omit<CaseFileRow, "case_id">;

/** Records files that are about to be written, so that they are removed if the process dies before a case owns them. */
export const expectFiles = command<{ readonly keys: readonly string[]; readonly nowMs: number }, null>(
	"cases.expect_files",
	async (tx, { keys, nowMs }) => {
		await removeLater(tx, keys, nowMs);
		return null;
	},
);

/** Stores files that belong to no case yet: they are removed unless `nameFiles` assigns them to a case within a day. */
export async function storeFiles(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	files: readonly NewCaseFile[],
	nowMs: number,
): Promise<StoredCaseFile[]> {
	const stored = files.map((file) => ({ row: rowOf(file, nowMs), bytes: file.bytes }));
	await db.write(expectFiles, { keys: stored.map(({ row }) => row.stored_blob), nowMs });
	for (const { row, bytes } of stored) await blobs.put(row.stored_blob, bytes);
	return stored.map(({ row }) => row);
}

function rowOf({ file, bytes, contentType, name, width, height }: NewCaseFile, nowMs: number) {
	return {
		file,
		name: name ?? null,
		content_type: contentType,
		size_bytes: bytes.length,
		sha256: hash("sha256", bytes),
		width: width ?? null,
		height: height ?? null,
		stored_blob: `${CASE_PREFIX}${ulid(nowMs).toLowerCase()}`,
	};
}

export async function nameFiles(tx: Tx, caseId: string, files: readonly StoredCaseFile[]): Promise<void> {
	if (files.length === 0) return;
	await tx
		.insertInto("leak_case_file")
		.values(files.map((file) => ({ ...file, case_id: caseId })))
		.execute();
	const keys = files.map(({ stored_blob }) => stored_blob);
	await tx.deleteFrom("case_file_removal").where("stored_file", "in", keys).execute();
}

/** Detaches all files from a case. They are removed a day later, so that a backup that has already read their rows still finds them. */
export async function letGoOfFiles(tx: Tx, caseId: string, nowMs: number): Promise<void> {
	const rows = await tx
		.deleteFrom("leak_case_file")
		.where("case_id", "=", caseId)
		.returning("stored_blob")
		.execute();
	await removeLater(
		tx,
		rows.map(({ stored_blob }) => stored_blob),
		nowMs,
	);
}

async function removeLater(tx: Tx, keys: readonly string[], nowMs: number): Promise<void> {
	if (keys.length === 0) return;
	await tx
		.insertInto("case_file_removal")
		.values(keys.map((key) => ({ stored_file: key, remove_at: nowMs + KEPT_MS })))
		.execute();
}
