import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { restoreOrder } from "../../src/cli/regular-backup.ts";
import { dataPaths, loadConfig } from "../../src/config.ts";
import { openBlobs, openRows } from "../../src/installation.ts";
import { createArchive } from "../../src/operations/backup/archive-writer.ts";
import { type RestoreOrder, restore } from "../../src/operations/backup/restore.ts";
import { type BackupOrder, writeBackup } from "../../src/operations/backup/write-backup.ts";
import { existingMaster, secretFit } from "../../src/platform/secret-fit.ts";
import { blobColumns } from "../../src/rooms.ts";
import { openDatabase, postgresUrl } from "./schemas.ts";
import { sharedDatabase } from "./service.ts";

/** A separate set of stores, described by the settings that point to them. */
export interface TestPlace {
	readonly folder: string;
	readonly settings: Record<string, string>;
	remove(): Promise<void>;
}

const MASTER = "one secret for all nodes of the tests";

/** Every kind of place to back up from and restore into. */
export const placeKinds: readonly { readonly name: string; make(): Promise<TestPlace> }[] = [
	{ name: "SQLite", make: makeFilePlace },
	...(postgresUrl ? [{ name: "PostgreSQL", make: makeServerPlace }] : []),
];

async function makeFilePlace(): Promise<TestPlace> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-backup-"));
	return {
		folder,
		settings: { PACKSHOT_DATA: folder, PACKSHOT_DATABASE_URL: "", PACKSHOT_SECRET: MASTER },
		remove: async () => rmSync(folder, { recursive: true, force: true }),
	};
}

async function makeServerPlace(): Promise<TestPlace> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-backup-"));
	// Of its own: the pages restore only where nobody else is connected.
	const database = await openDatabase(folder);
	return {
		folder,
		settings: { PACKSHOT_DATA: folder, ...sharedDatabase(database.url) },
		async remove() {
			rmSync(folder, { recursive: true, force: true });
			await database.drop();
		},
	};
}

/** Backs up a place, as the command does. */
export async function backUp(
	place: TestPlace,
	file: string,
	other: Partial<BackupOrder> = {},
): Promise<void> {
	const config = loadConfig(place.settings);
	const master = existingMaster(config.secrets, dataPaths(config).secret) ?? "";
	const archive = createArchive(file);
	const order = {
		rows: await openRows(config),
		blobs: await openBlobs(config),
		blobColumns,
		secretFit: secretFit(master),
		master,
		skipMissing: false,
		version: "test",
		nowMs: 0,
		...other,
	};
	try {
		await writeBackup(archive, order, () => undefined);
		await archive.keep();
	} finally {
		await archive.discard();
		await order.rows.close();
	}
}

/** Restores a backup into a place, as the command does. */
export async function restoreInto(place: TestPlace, file: string, other: Partial<RestoreOrder> = {}) {
	const order = await restoreOrder(loadConfig(place.settings), file);
	return restore({ ...order, room: undefined, ...other }, () => undefined);
}
