import Type, { type Static } from "typebox";
import { Check } from "typebox/value";
import { isBlobKey } from "../../platform/blobs/blob-store.ts";

/** A backup that cannot be written, read or restored; the message is for the person running the command. */
export class BackupError extends Error {
	override readonly name = "BackupError";
}

export const FORMAT_VERSION = 1;

/** Members of the archive, a tar file, in the order in which they are written. */
export const memberNames = {
	header: "packshot-backup.json",
	secret: "secret",
	/** Rows of a table in parts: gzipped NDJSON, one array of values per line. */
	rows: (table: string, part: number) => `rows/${table}/${String(part).padStart(6, "0")}.ndjson.gz`,
	blob: (key: string) => `${BLOBS}${key}`,
	manifest: "manifest.json",
	/** The last member: hashes of every member before it, in the format of `sha256sum`. */
	sums: "SHA256SUMS",
};

const BLOBS = "blobs/";

/** The key of a blob's member; `undefined` for another member. */
export function blobKeyOf(name: string): string | undefined {
	return name.startsWith(BLOBS) ? name.slice(BLOBS.length) : undefined;
}

/** The table of a member that holds rows; `undefined` for another member. */
export function tableOf(name: string): string | undefined {
	return /^rows\/([a-z_]+)\/\d+\.ndjson\.gz$/.exec(name)?.[1];
}

const MIB = 1024 * 1024;

/** Size limits of members: far above anything that is written, far below what would exhaust memory. */
const LARGEST_BYTES: ReadonlyMap<string, number> = new Map([
	[memberNames.header, MIB],
	[memberNames.secret, MIB / 16],
	// Lists the missing blobs, hence the size.
	[memberNames.manifest, 256 * MIB],
]);
/** A picture's base has at most 256 MiB, its cells at most 64 MiB (images/marking). */
const LARGEST_BLOB_BYTES = 384 * MIB;

/**
 * @returns the size limit of a member in bytes; infinite for members that are streamed. @throws BackupError when no backup has such a member,
 * such as a key that points outside the store.
 */
export function largestBytes(name: string): number {
	if (name === memberNames.sums || tableOf(name) !== undefined) return Number.POSITIVE_INFINITY;
	const key = blobKeyOf(name);
	const largest =
		key === undefined ? LARGEST_BYTES.get(name) : isBlobKey(key) ? LARGEST_BLOB_BYTES : undefined;
	if (largest === undefined) throw damaged(`${JSON.stringify(name)} is not a member of a backup`);
	return largest;
}

const Header = Type.Object({
	format: Type.Literal("packshot backup"),
	format_version: Type.Integer(),
	/** Version of the program that wrote the archive. */
	packshot: Type.String(),
	created_at: Type.String(),
	/** Schema steps that had been applied when the rows were read. */
	migrations: Type.Array(Type.String()),
	/** Fingerprint of the master secret, which identifies it without storing it. */
	secret_fit: Type.String(),
	holds_secret: Type.Boolean(),
	/** Columns of each table, in the order of the values. */
	tables: Type.Record(Type.String(), Type.Array(Type.String())),
});
export type Header = Static<typeof Header>;

const Manifest = Type.Object({
	rows: Type.Record(Type.String(), Type.Integer()),
	/** Bytes of the text of all rows before compression; absent in archives of version 0.1.0. */
	row_bytes: Type.Optional(Type.Integer()),
	blobs: Type.Integer(),
	blob_bytes: Type.Integer(),
	/** Blobs that rows name but that were missing, where missing blobs were allowed. */
	missing_blobs: Type.Array(Type.String()),
});
export type Manifest = Static<typeof Manifest>;

/** @throws BackupError when it is not a backup, or its format is newer than this version. */
export function parseHeader(bytes: Uint8Array): Header {
	const header = parsed(bytes);
	if (!Check(Header, header)) throw new BackupError("not a Packshot backup");
	if (header.format_version !== FORMAT_VERSION) {
		throw new BackupError(
			`the backup has format ${header.format_version}, written by Packshot ${header.packshot}; this version reads format ${FORMAT_VERSION}`,
		);
	}
	return header;
}

/** @throws BackupError */
export function parseManifest(bytes: Uint8Array): Manifest {
	const manifest = parsed(bytes);
	if (!Check(Manifest, manifest)) throw damaged("its manifest is not valid");
	return manifest;
}

/** The error for a backup that is not as it was written. */
export function damaged(what: string): BackupError {
	return new BackupError(`the backup is damaged: ${what}`);
}

function parsed(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(Buffer.from(bytes).toString("utf8"));
	} catch {
		return undefined;
	}
}
