import type { ImageRow } from "../../pictures/tables.ts";
import type { Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import { timeOfUlid } from "../../platform/ids.ts";

/** A version of a picture, as leak attribution needs it. */
export type KnownVersion = Pick<
	ImageRow,
	"image_id" | "barcode" | "variant" | "active" | "watermarked_blob" | "plain_blob"
>;

const VERSION_COLUMNS = [
	"image_id",
	"barcode",
	"variant",
	"active",
	"watermarked_blob",
	"plain_blob",
] as const satisfies (keyof KnownVersion)[];

/** All versions of a product's pictures, or of one variant, newest first. */
export function versionsOf(db: Database, barcode: string, variant?: string): Promise<KnownVersion[]> {
	let query = db.scan.selectFrom("image").select(VERSION_COLUMNS).where("barcode", "=", barcode);
	if (variant !== undefined) query = query.where("variant", "=", variant);
	return query.orderBy("image_id", "desc").execute();
}

/** A base from which files were delivered: its size (null: the full one), and whether it has the visible watermark. */
export interface DeliveredBase {
	readonly sizePx: number | null;
	readonly watermarked: boolean;
	readonly blob: string;
	/** How the cells of its copies were allocated (mark-formats.ts). */
	readonly markFormat: number | null;
}

/** The bases of a version from which files were ever delivered, largest first. */
export async function deliveredBases(db: Database, version: KnownVersion): Promise<DeliveredBase[]> {
	const rows = await db.scan
		.selectFrom("delivery")
		.leftJoin("image_size", (join) =>
			join
				.onRef("image_size.image_id", "=", "delivery.image_id")
				.onRef("image_size.size_px", "=", "delivery.size_px"),
		)
		.select(["delivery.watermarked", "delivery.size_px", "delivery.mark_format"])
		.select(["image_size.watermarked_blob", "image_size.plain_blob"])
		.where("delivery.image_id", "=", version.image_id)
		.groupBy(["delivery.watermarked", "delivery.size_px", "delivery.mark_format"])
		.groupBy(["image_size.watermarked_blob", "image_size.plain_blob"])
		.execute();
	const bases = rows.map((row) => {
		const { watermarked_blob, plain_blob } = row.size_px === null ? version : row;
		const watermarked = row.watermarked === 1;
		const blob = (watermarked ? watermarked_blob : plain_blob) ?? "";
		return { sizePx: row.size_px, watermarked, blob, markFormat: row.mark_format };
	});
	return bases.sort((a, b) => (b.sizePx ?? FULL) - (a.sizePx ?? FULL));
}

const FULL = Number.POSITIVE_INFINITY;

/** One delivery of a picture to a client. */
export interface Delivered {
	readonly at: number;
	/** Empty once it has been blanked. */
	readonly address: string;
	/** The request for its URL; `null` if the request log does not tell: it is trimmed, and an order does not name a single product. */
	readonly requestId: string | null;
	/** The e-mail address of the person who asked for it in the pages (SPEC D44); `null` if a program did, or it is not known who. */
	readonly person: string | null;
}

/** When a client fetched any of these versions, oldest first. */
export async function deliveriesTo(
	db: Database,
	clientId: string,
	versions: readonly Pick<KnownVersion, "image_id" | "barcode" | "variant">[],
): Promise<Delivered[]> {
	if (versions.length === 0) return [];
	const shown = new Map(versions.map((version) => [version.image_id, version]));
	const rows = await db.scan
		.selectFrom("delivery")
		.select(["at", "address", "url_id", "image_id"])
		.where("client_id", "=", clientId)
		.where("image_id", "in", [...shown.keys()])
		.orderBy("at")
		.execute();
	const asked = new Map<string, Promise<Pick<Delivered, "requestId" | "person">>>();
	return Promise.all(
		rows.map(async ({ at, address, url_id, image_id }) => {
			const { barcode = "", variant = "" } = shown.get(image_id) ?? {};
			const request = { clientId, barcode, variant, atMs: timeOfUlid(url_id) ?? -1 };
			const key = `${barcode} ${variant} ${request.atMs}`;
			const found = asked.get(key) ?? requestOf(db, request);
			asked.set(key, found);
			return { at, address, ...(await found) };
		}),
	);
}

interface UrlRequest {
	readonly clientId: string;
	readonly barcode: string;
	readonly variant: string;
	readonly atMs: number;
}

/** The id of a URL carries the arrival time of the request for it, as do the charge for a call and the record of what was fetched in the pages. */
async function requestOf(
	db: Database,
	request: UrlRequest,
): Promise<Pick<Delivered, "requestId" | "person">> {
	const inPages = await requestsInPages(db, request);
	const call = await callOf(db, request);
	const [first] = inPages;
	if (!first) return { requestId: call, person: null };
	// Nobody is named if more asked in the same millisecond.
	const isAlone = inPages.length === 1 && call === null;
	return isAlone ? { requestId: first.request_id, person: first.email } : { requestId: null, person: null };
}

function requestsInPages(db: Database, { clientId, barcode, variant, atMs }: UrlRequest) {
	return db.scan
		.selectFrom("portal_event")
		.innerJoin("account", "account.account_id", "portal_event.account_id")
		.select(["portal_event.request_id", "account.email"])
		.where("portal_event.client_id", "=", clientId)
		.where("portal_event.at", "=", atMs)
		.where((where) =>
			where.or([
				where("action", "=", "order.archive_issued"),
				where.and({ action: "order.picture_issued", detail: `${barcode} ${variant}` }),
			]),
		)
		.execute();
}

async function callOf(db: Database, { clientId, barcode, atMs }: UrlRequest): Promise<string | null> {
	const row = await db.scan
		.selectFrom("audit")
		.select("request_id")
		.where("client_id", "=", clientId)
		.where("at", "=", atMs)
		.where("barcode", "=", barcode)
		.limit(1)
		.executeTakeFirst();
	return row?.request_id ?? null;
}

/** A client's name and the seed of its codewords. */
export function clientOf(
	db: Database,
	clientId: string,
): Promise<{ name: string; mark_seed: Uint8Array } | undefined> {
	return findRow(db.scan, "client", { client_id: clientId }, ["name", "mark_seed"]);
}
