import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { BlobMissing, type BlobStore, BlobUnavailable } from "../../platform/blobs/blob-store.ts";
import type { CopiedTable, RowSource } from "../../platform/db/row-copy.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { BackupError, FORMAT_VERSION, type Header, type Manifest, memberNames } from "./archive-format.ts";
import type { ArchiveWriter } from "./archive-writer.ts";
import { rowsText } from "./row-text.ts";

/** Sources and options of a backup. */
export interface BackupOrder {
	readonly rows: RowSource;
	readonly blobs: BlobStore;
	/** Columns that hold keys of blobs, by table. */
	readonly blobColumns: Readonly<Record<string, readonly string[]>>;
	readonly secretFit: string;
	/** The master secret; `undefined` leaves it out. */
	readonly master: string | undefined;
	/** Leaves out missing blobs and lists them, instead of failing the backup. */
	readonly skipMissing: boolean;
	readonly version: string;
	readonly nowMs: number;
}

type Target = Pick<ArchiveWriter, "add" | "end" | "held">;

/** Called with the progress from time to time. */
export type BackupProgress = (done: { readonly rows: number; readonly blobs: number }) => void;

/** Uncompressed size of a part, which is how much is held in memory at a time. */
const PART_CHARACTERS = 4 * 1024 * 1024;
/** The lowest level gets down to a third of the size in a fraction of the time, and the server needs the CPU. */
const compress = (text: string) => promisify(gzip)(text, { level: 1 });

/**
 * Writes all rows as of one moment, then every blob that they name: blobs never change and are never deleted while a row names them, so rows and
 * blobs are consistent. Closes the rows. @throws BackupError that names a blob that is gone or cannot be read; whatever the database throws.
 */
export async function writeBackup(
	archive: Target,
	order: BackupOrder,
	progress: BackupProgress,
): Promise<Manifest> {
	const { rows: source, master } = order;
	await archive.add(memberNames.header, jsonBytes(headerOf(order)));
	if (master !== undefined) await archive.add(memberNames.secret, Buffer.from(`${master}\n`));
	const named = new Set<string>();
	const counts: Record<string, number> = {};
	let [total, bytes] = [0, 0];
	for (const table of source.tables) {
		const before = total;
		const written = await writeTable(archive, order, table, named, (rows) => {
			total = before + rows;
			progress({ rows: total, blobs: 0 });
		});
		counts[table.name] = written.count;
		bytes += written.bytes;
	}
	// Concurrent writes keep old row versions alive for as long as the snapshot is open.
	await source.close();
	const copied = await writeBlobs(archive, order, named, (blobs) => progress({ rows: total, blobs }));
	const manifest: Manifest = { rows: counts, row_bytes: bytes, ...copied };
	await archive.add(memberNames.manifest, jsonBytes(manifest));
	await archive.end();
	return manifest;
}

function headerOf({ rows, secretFit, master, version, nowMs }: BackupOrder): Header {
	return {
		format: "packshot backup",
		format_version: FORMAT_VERSION,
		packshot: version,
		created_at: isoTime(nowMs),
		migrations: [...rows.migrations],
		secret_fit: secretFit,
		holds_secret: master !== undefined,
		tables: Object.fromEntries(rows.tables.map(({ name, columns }) => [name, [...columns]])),
	};
}

async function writeTable(
	archive: Target,
	{ rows: source, blobColumns }: BackupOrder,
	table: CopiedTable,
	named: Set<string>,
	progress: (rows: number) => void,
): Promise<{ readonly count: number; readonly bytes: number }> {
	// A database that was last used by an earlier version has fewer columns.
	const known = (blobColumns[table.name] ?? []).filter((column) => table.columns.includes(column));
	const places = known.map((column) => table.columns.indexOf(column));
	let [count, part, text, bytes] = [0, 0, "", 0];
	const flush = async () => {
		bytes += Buffer.byteLength(text);
		if (text !== "") await archive.add(memberNames.rows(table.name, ++part), await compress(text));
		text = "";
	};
	for await (const rows of source.rows(table)) {
		for (const place of places) {
			for (const row of rows) if (row[place] !== null) named.add(String(row[place]));
		}
		text += rowsText(rows);
		count += rows.length;
		progress(count);
		if (text.length >= PART_CHARACTERS) await flush();
	}
	await flush();
	return { count, bytes };
}

async function writeBlobs(
	archive: Target,
	{ blobs, skipMissing }: BackupOrder,
	named: ReadonlySet<string>,
	progress: (blobs: number) => void,
): Promise<Pick<Manifest, "blobs" | "blob_bytes" | "missing_blobs">> {
	const missing: string[] = [];
	let [count, total] = [0, 0];
	for (const key of named) {
		const held = await archive.held(key);
		if (held !== undefined) {
			total += held;
			progress(++count);
			continue;
		}
		const bytes = await patientlyRead(blobs, key).catch((fault) => {
			if (!(fault instanceof BlobMissing)) throw unreadableBlob(key, fault);
			if (!skipMissing) throw missingBlob(key);
			missing.push(key);
		});
		if (!bytes) continue;
		await archive.add(memberNames.blob(key), bytes);
		total += bytes.length;
		progress(++count);
	}
	return { blobs: count, blob_bytes: total, missing_blobs: missing };
}

/** Of many thousand files that a busy store is asked for, one answer may be too late. */
const PAUSES_MS = [300, 3000];

async function patientlyRead(blobs: BlobStore, key: string): Promise<Uint8Array> {
	for (const pauseMs of PAUSES_MS) {
		try {
			return await blobs.get(key);
		} catch (fault) {
			if (!(fault instanceof BlobUnavailable)) throw fault;
			await sleep(pauseMs);
		}
	}
	return blobs.get(key);
}

function missingBlob(key: string): BackupError {
	return new BackupError(
		`${key}: a picture refers to this file, but it is missing; \`packshot doctor\` lists all such files, --skip-missing backs up the rest`,
	);
}

function unreadableBlob(key: string, fault: Error): BackupError {
	return new BackupError(`cannot read ${key}: ${fault.message}`, { cause: fault });
}

function jsonBytes(document: object): Buffer {
	return Buffer.from(`${JSON.stringify(document, null, "\t")}\n`);
}
