import type { FastifyRequest } from "fastify";
import { isCleanVariant, type Variant } from "../../catalogue/fields/scopes.ts";
import type { ProductCaller } from "../../catalogue/reading/read-product.ts";
import type { FindProduct } from "../../catalogue/stored/served-product.ts";
import { gs1Name } from "../../imports/sources/gs1-name.ts";
import type { createDelivery } from "../../pictures/delivery/delivery.ts";
import type { Database } from "../../platform/db/database.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import { type BoughtToday, boughtToday } from "../contents/bought-today.ts";
import type { OrderContent } from "../contents/order-content.ts";
import { CSV_HEADER, csvLine, importShape, ndjsonLine } from "../contents/product-files.ts";
import { pictureFileName } from "../shop-files/shop-product.ts";
import { alertsFile } from "./alerts-file.ts";
import type { ArchiveGrant, PictureNames } from "./archive-token.ts";
import type { ZipEntry } from "./zip-stream.ts";

/** Lines are checked against current permissions in small groups, shortly before they are sent. */
const LINES_AT_ONCE = 50;

/** Pictures that are marked, claimed and held in memory together; the next group of as many is prepared meanwhile. */
const PICTURES_AT_ONCE = 8;

interface ArchiveParts {
	readonly db: Database;
	readonly findProduct: FindProduct;
	readonly delivery: Pick<ReturnType<typeof createDelivery>, "deliver">;
}

/** What goes into an archive, and for whom. */
export interface ArchiveOrder {
	readonly content: OrderContent;
	readonly sizePx: number | null;
	readonly grant: ArchiveGrant;
	/** The caller's current state. @throws HttpError 403 once the client is revoked. */
	readonly caller: () => Promise<ProductCaller>;
	/** The request for the archive, under which deliveries are recorded. */
	readonly request: FastifyRequest;
	/** Called before each group of pictures. */
	readonly keepOpen: () => Promise<void>;
}

/** The files of an archive, generated on demand: pictures, then the metadata of all products in two formats (SPEC E8). */
export async function* archiveEntries(parts: ArchiveParts, order: ArchiveOrder): AsyncGenerator<ZipEntry> {
	const ndjson: string[] = [];
	const csv = [CSV_HEADER];
	const barcodes: string[] = [];
	for await (const group of pictureGroups(parts, order, (line) => {
		barcodes.push(line.line.barcode);
		const product = importShape(line);
		ndjson.push(ndjsonLine(product));
		csv.push(csvLine(product));
	}))
		yield* group;
	const alerts = await alertsFile(parts.db, barcodes);
	if (alerts !== undefined) yield { name: "alerts.csv", bytes: Buffer.from(alerts), compressed: true };
	yield { name: "products.ndjson", bytes: Buffer.from(ndjson.join("")), compressed: true };
	yield { name: "products.csv", bytes: Buffer.from(csv.join("")), compressed: true };
}

/** Groups of pictures, each prepared while the previous one is being sent. */
async function* pictureGroups(
	parts: ArchiveParts,
	order: ArchiveOrder,
	passed: (line: BoughtToday) => void,
): AsyncGenerator<readonly ZipEntry[]> {
	const nameOf = pictureNaming(order.grant.names);
	let ready: Promise<readonly ZipEntry[]> | undefined;
	for await (const wanted of groupsOf(wantedPictures(parts, order, passed), PICTURES_AT_ONCE)) {
		const before = ready;
		const named = wanted.map((picture) => ({
			...picture,
			nameOf: nameOf({ ...picture, barcode: picture.ordered }),
		}));
		ready = takeGroup(parts, order, named);
		// A fault surfaces when the group is awaited.
		ready.catch(() => undefined);
		if (before) yield await before;
	}
	if (ready) yield await ready;
}

interface WantedPicture {
	readonly barcode: string;
	/** The barcode by which it was ordered, after which the file is named. */
	readonly ordered: string;
	readonly variant: Variant;
}

async function* wantedPictures(
	parts: ArchiveParts,
	{ content, caller, sizePx }: ArchiveOrder,
	passed: (line: BoughtToday) => void,
): AsyncGenerator<WantedPicture> {
	for (let from = 0; from < content.lines.length; from += LINES_AT_ONCE) {
		const now = await caller();
		const places = content.lines.slice(from, from + LINES_AT_ONCE).map((_, place) => from + place);
		const lines = await Promise.all(
			places.map((place) => boughtToday(parts, now, content, { place, sizePx })),
		);
		for (const line of lines) {
			if (!line) continue;
			passed(line);
			for (const variant of line.pictures ?? [])
				yield { barcode: line.barcodeToday, ordered: line.line.barcode, variant };
		}
	}
}

/** Marks and claims a group of pictures: their deliveries are recorded before any of their bytes are sent. */
async function takeGroup(
	{ delivery }: ArchiveParts,
	{ grant, request, keepOpen, sizePx }: ArchiveOrder,
	wanted: readonly (WantedPicture & { readonly nameOf: (version: string) => string })[],
): Promise<readonly ZipEntry[]> {
	await keepOpen();
	const taken = await Promise.all(
		wanted.map(async ({ nameOf, ...picture }): Promise<ZipEntry[]> => {
			try {
				// Deliveries of one archive share its URL, which is already claimed.
				const allowed = { ...grant, ...picture, sizePx, multiUse: true };
				const { file, version } = await delivery.deliver(allowed, request);
				// Its memory is not released: it is not known here when the last byte has been sent.
				return [{ name: nameOf(version), bytes: file.bytes, compressed: false }];
			} catch (error) {
				if (error instanceof HttpError && error.code === "variant_not_available") return [];
				throw error;
			}
		}),
	);
	return taken.flat();
}

/** Names pictures in an archive. Two forms of one product's barcode have the same GS1 name: the second picture keeps its barcode name. */
function pictureNaming(names: PictureNames): (picture: WantedPicture) => (version: string) => string {
	const given = new Set<string>();
	return ({ barcode, variant }) => {
		if (names === "shop") return (version) => `pictures/${pictureFileName(barcode, variant, version)}`;
		const gs1 = names === "gs1" ? gs1Name(barcode, variant) : undefined;
		const stem = gs1 === undefined || given.has(gs1) ? `${barcode}_${variant}` : gs1;
		given.add(stem);
		return () => `pictures/${stem}.${isCleanVariant(variant) ? "png" : "jpg"}`;
	};
}

async function* groupsOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<readonly T[]> {
	let group: T[] = [];
	for await (const item of items) {
		group.push(item);
		if (group.length < size) continue;
		yield group;
		group = [];
	}
	if (group.length > 0) yield group;
}
