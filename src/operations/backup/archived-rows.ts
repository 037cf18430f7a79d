import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { type CopiedRow, type DeclaredTable, ROWS_AT_ONCE } from "../../platform/db/row-copy.ts";
import { BackupError, damaged, tableOf } from "./archive-format.ts";
import { type Member, membersOf, type VerifiedArchive } from "./archive-reader.ts";
import { rowFromLine } from "./row-text.ts";
import { linesIn } from "./text-lines.ts";

/** Rows of one table, few enough to be held in memory. */
export interface ArchivedRows {
	readonly table: DeclaredTable;
	readonly rows: readonly CopiedRow[];
}

/** Characters of row text held in memory at a time, unless a single row is longer. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;
/** Decompressed bytes produced at a time. */
const CHUNK_BYTES = 256 * 1024;

/**
 * Every row of an archive, decompressed piece by piece: a small archive that expands enormously never fits whole into memory, and no more is
 * taken from it than its manifest declares. @param tables those that are read; rows of others are skipped if `isWhole` is false. @throws BackupError when there are more rows, fewer, or different ones
 */
export async function* archivedRows(
	archive: VerifiedArchive,
	tables: ReadonlyMap<string, DeclaredTable>,
	isWhole = true,
): AsyncGenerator<ArchivedRows> {
	const { rows: declared, row_bytes: declaredBytes = Number.POSITIVE_INFINITY } = archive.manifest;
	const counts = new Map<string, number>();
	let bytes = 0;
	for await (const member of membersOf(archive.file)) {
		const name = tableOf(member.name);
		if (name === undefined) continue;
		const table = tables.get(name);
		if (!table && !isWhole) continue;
		if (!table) throw damaged(`there is no table ${name}`);
		for await (const lines of batchesOf(member)) {
			const count = (counts.get(name) ?? 0) + lines.length;
			if (count > (declared[name] ?? 0)) throw damaged(`it holds more rows of ${name} than it says`);
			counts.set(name, count);
			bytes += lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
			if (bytes > declaredBytes) throw damaged(`its rows are larger than it says, starting with ${name}`);
			yield { table, rows: lines.map((line) => rowFromLine(line, table)) };
		}
	}
	for (const name of tables.keys()) {
		if ((counts.get(name) ?? 0) !== (declared[name] ?? 0)) throw damaged(`rows of ${name} are missing`);
	}
}

async function* batchesOf(member: Member): AsyncGenerator<string[]> {
	let batch: string[] = [];
	let characters = 0;
	for await (const lines of linesIn(unpacked(member))) {
		for (const line of lines) {
			batch.push(line);
			characters += line.length;
			if (batch.length < ROWS_AT_ONCE && characters < BATCH_CHARACTERS) continue;
			yield batch;
			[batch, characters] = [[], 0];
		}
	}
	if (batch.length > 0) yield batch;
}

async function* unpacked(member: Member): AsyncGenerator<Buffer> {
	const unzip = createGunzip({ chunkSize: CHUNK_BYTES });
	try {
		// A pipeline without a callback throws; failures reach the reader of the last stream.
		yield* pipeline(member.chunks(), unzip, () => undefined);
	} catch (fault) {
		if (fault instanceof BackupError) throw fault;
		throw damaged(`${member.name} cannot be unpacked: ${(fault as Error).message}`);
	}
}
