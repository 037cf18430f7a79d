import { createReadStream, type Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import type { Crop } from "../../pictures/store/adjustment.ts";
import { printableText } from "../../platform/plain-text.ts";
import type { MetadataFormat } from "../formats/metadata-file.ts";
import { type ArchivedFile, readArchive } from "./archive.ts";
import { ATTRIBUTION_FILE, type Attribution, readAttribution } from "./attribution.ts";
import { classify, isLeftover } from "./classify.ts";
import { EXPORT_MARKER } from "./export-marker.ts";
import { asUnreadable, collect, readable } from "./unreadable.ts";

/** The largest picture file that is accepted. */
export const MAX_PICTURE_BYTES = 40 * 2 ** 20;

/** A metadata file; `source` names it for the person importing it, `chunks` is for `readMetadata`. */
export interface MetadataSource {
	kind: "metadata";
	source: string;
	format: MetadataFormat;
	sizeBytes: number;
	/** Its barcodes are literal: it was written by an export. */
	isExact?: boolean;
	chunks(): AsyncIterable<Uint8Array>;
}

/** A picture of a product, identified by its path. */
export interface PictureSource {
	kind: "picture";
	source: string;
	barcode: string;
	variant: Variant;
	/** The barcode is a GTIN with all its leading zeros, which the catalogue may store in another length. */
	isGtin?: boolean;
	/** The barcode may as well be another number: only a product that there is makes it one. */
	isUncertain?: boolean;
	/** The barcode is literal: the file was written by an export. */
	isExact?: boolean;
	/** The attribution given by the folder it is in; absent: that of the import. */
	attribution?: Attribution;
	/** The part that a picture is cropped to when it is new; what somebody chose for the same file later stays. */
	frame?: Crop;
	/** When the file last changed, epoch milliseconds; null where that is not known. */
	modifiedAtMs: number | null;
	/** The file's bytes. @throws UnreadableInput when it cannot be read or is over `MAX_PICTURE_BYTES`. */
	read(): Promise<Buffer>;
}

/** Something that was found and cannot be imported. */
export interface RefusedSource {
	kind: "refused";
	source: string;
	reason: string;
}

/** Something that is clearly not a product file. */
export interface IgnoredSource {
	kind: "ignored";
	source: string;
}

export type Source = MetadataSource | PictureSource | RefusedSource | IgnoredSource;

/** A file that may be a source, wherever it is located. */
interface FoundFile extends Pick<ArchivedFile, "modifiedAtMs" | "sizeBytes" | "chunks" | "read"> {
	/** The path that identifies its content, with `/` between folders. */
	path: string;
	source: string;
	/** What the folders above it say. */
	inherited?: Inherited | undefined;
}

/** What a folder says about the files in it and below. */
interface Inherited {
	readonly attribution?: Attribution;
	/** Whether an export wrote them. */
	readonly isExact?: true;
}

/**
 * Finds what there is to import in files, folders and ZIP archives, in the order given; folders are walked
 * by name, archives in their own order. A file in an archive can be read only until the next source is
 * requested. Every problem is a refused source, never an error.
 */
export async function* findSources(paths: Iterable<string>): AsyncGenerator<Source> {
	for (const path of paths) {
		for await (const found of guarded(path, fromPath(path)))
			yield { ...found, source: printableText(found.source) };
	}
}

async function* fromPath(path: string, inherited?: Inherited): AsyncGenerator<Source> {
	// A link given explicitly is followed; links found while walking are not.
	const found = await stat(path);
	if (found.isDirectory()) yield* fromFolder(path, inherited);
	else if (found.isFile()) yield* fromFile(path, found, inherited ?? (await besideMarker(path)));
	else yield { kind: "refused", source: path, reason: "is neither a file nor a folder" };
}

/** A single file of an export keeps its meaning. */
async function besideMarker(path: string): Promise<Inherited> {
	const marker = await stat(join(dirname(path), EXPORT_MARKER)).catch(() => undefined);
	return marker?.isFile() ? { isExact: true } : {};
}

async function* fromFolder(folder: string, inherited: Inherited = {}): AsyncGenerator<Source> {
	const entries = await readdir(folder, { withFileTypes: true });
	entries.sort((a, b) => (a.name < b.name ? -1 : 1));
	const hasFile = (name: string) => entries.some((entry) => entry.name === name && entry.isFile());
	const says = hasFile(ATTRIBUTION_FILE);
	const here: Inherited = {
		...inherited,
		...(says ? { attribution: await readAttribution(join(folder, ATTRIBUTION_FILE)) } : {}),
		...(hasFile(EXPORT_MARKER) ? { isExact: true } : {}),
	};
	for (const entry of entries) {
		const path = join(folder, entry.name);
		if ((says && entry.name === ATTRIBUTION_FILE) || entry.name === EXPORT_MARKER) continue;
		if (isLeftover(entry.name)) {
			yield { kind: "ignored", source: path };
		} else if (entry.isSymbolicLink()) {
			yield { kind: "refused", source: path, reason: "is a symbolic link, which is not followed" };
		} else {
			yield* guarded(path, fromPath(path, here));
		}
	}
}

/** A file or folder that cannot be read is rejected; the others are still read. */
async function* guarded(path: string, sources: AsyncGenerator<Source>): AsyncGenerator<Source> {
	try {
		yield* sources;
	} catch (error) {
		yield { kind: "refused", source: path, reason: asUnreadable(error).message };
	}
}

async function* fromFile(
	path: string,
	{ mtimeMs, size }: Stats,
	inherited: Inherited,
): AsyncGenerator<Source> {
	const slashed = resolve(path).replaceAll(sep, "/");
	if (classify(slashed).kind === "archive") {
		yield* fromArchive(path);
		return;
	}
	const chunks = () => readable(createReadStream(path));
	yield* sourceOf({
		path: slashed,
		source: path,
		inherited,
		modifiedAtMs: Math.trunc(mtimeMs),
		sizeBytes: size,
		chunks,
		read: (maxBytes) => collect(chunks(), maxBytes),
	});
}

async function* fromArchive(archivePath: string): AsyncGenerator<Source> {
	for await (const file of readArchive(archivePath)) {
		const source = file.path === "" ? archivePath : `${archivePath}/${file.path}`;
		if ("refused" in file) yield { kind: "refused", source, reason: file.refused };
		else if (basename(file.path) !== EXPORT_MARKER)
			yield* sourceOf({ ...file, source, inherited: file.isExact ? { isExact: true } : {} });
	}
}

/** What a file means to an import; nothing if it is a leftover of a file manager. */
function* sourceOf(file: FoundFile): Generator<Source> {
	const { source, modifiedAtMs, inherited: { attribution, isExact } = {} } = file;
	const exact = isExact ? { isExact } : {};
	const found = classify(file.path);
	switch (found.kind) {
		case "metadata":
			yield {
				kind: "metadata",
				source,
				format: found.format,
				sizeBytes: file.sizeBytes,
				...exact,
				chunks: file.chunks,
			};
			break;
		case "picture":
			yield {
				kind: "picture",
				source,
				barcode: found.barcode,
				variant: found.variant,
				...(found.isGtin ? { isGtin: true } : {}),
				...(found.isUncertain ? { isUncertain: true } : {}),
				...exact,
				...(attribution ? { attribution } : {}),
				modifiedAtMs,
				read: () => file.read(MAX_PICTURE_BYTES),
			};
			break;
		case "refused":
			yield { kind: "refused", source, reason: found.reason };
			break;
		case "ignored":
			yield { kind: "ignored", source };
			break;
		case "archive":
			break;
	}
}
