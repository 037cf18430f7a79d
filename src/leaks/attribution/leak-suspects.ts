import type { LeakMatch } from "@packshot/marking/attribute";
import { decodePrepared } from "@packshot/marking/deliver";
import { currentMarkFormat, reservedIn } from "../../pictures/delivery/mark-formats.ts";
import { markId } from "../../pictures/delivery/prepared-cache.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { type DeliveredBase, deliveredBases, type KnownVersion, versionsOf } from "./attribution-store.ts";
import { type ComparedBase, photographOf } from "./attribution-tasks.ts";

/** The picture that a leak may show, if known. */
export interface LeakHint {
	readonly barcode?: string;
	readonly variant?: string;
}

/** A base that a leak may be copied from, and the picture version it belongs to. */
export interface SuspectBase extends Pick<DeliveredBase, "blob" | "markFormat" | "sizePx"> {
	readonly markId: string;
	readonly version: KnownVersion;
}

/** A base with its bytes, to compare leaks with. */
export interface Suspect extends ComparedBase {
	readonly version: KnownVersion;
	/** Pixels of the longer edge; null for the full size. */
	readonly sizePx: number | null;
	readonly cellCount: number;
}

/** The bases of all versions of these pictures, each once. */
export async function suspectsAmong(db: Database, pictures: readonly LeakHint[]): Promise<SuspectBase[]> {
	const found: SuspectBase[] = [];
	for (const { barcode, variant } of pictures) {
		for (const version of await versionsOf(db, barcode ?? "", variant))
			found.push(...(await basesOf(db, version)));
	}
	return found;
}

/** Only delivered bases can have leaked; the current picture is included so that the report can at least say what the leak shows. */
async function basesOf(db: Database, version: KnownVersion): Promise<SuspectBase[]> {
	const delivered = await deliveredBases(db, version);
	const current = {
		sizePx: null,
		blob: version.watermarked_blob,
		watermarked: version.watermarked_blob !== version.plain_blob,
		markFormat: currentMarkFormat,
	};
	const bases = delivered.length === 0 && version.active === 1 ? [current] : delivered;
	return bases.map(({ sizePx, watermarked, blob, markFormat }) => ({
		markId: markId(version.image_id, watermarked, sizePx),
		blob,
		markFormat,
		sizePx,
		version,
	}));
}

/** Reads the bytes of bases; those that share them are compared with a leak only once. */
export async function openSuspects(
	blobs: BlobStore,
	seed: Uint8Array,
	bases: readonly SuspectBase[],
): Promise<Suspect[]> {
	const opened = new Map<string, { readonly prepared: Uint8Array; readonly cellCount: number }>();
	const suspects: Suspect[] = [];
	for (const { markId, blob, markFormat, sizePx, version } of bases) {
		const { prepared, cellCount } = opened.get(blob) ?? (await readBase(blobs, blob));
		opened.set(blob, { prepared, cellCount });
		const global = reservedIn(markFormat, seed, markId, cellCount);
		const photograph = photographOf(markId);
		const own = { markId, photograph, sizePx, prepared, cellCount, version };
		suspects.push({ ...own, ...(global ? { global } : {}) });
	}
	return suspects;
}

/** The photograph of a version without marks or a visible watermark, to look for others that show the same. */
export async function openPhotograph(blobs: BlobStore, { plain_blob }: KnownVersion): Promise<Uint8Array> {
	return decodePrepared(await blobs.get(plain_blob)).base;
}

async function readBase(blobs: BlobStore, blob: string) {
	const prepared = await blobs.get(blob);
	return { prepared, cellCount: decodePrepared(prepared).flips.cellCount };
}

/** The base that a match is about. Copies of one base that were made before and after cells were reserved are distinguished by these. */
export function baseOf(
	{ imageId, global }: LeakMatch,
	bases: readonly SuspectBase[],
): SuspectBase | undefined {
	const own = bases.filter(({ markId }) => markId === imageId);
	return own.find(({ markFormat }) => (markFormat ?? 1) >= 2 === (global !== undefined)) ?? own[0];
}
