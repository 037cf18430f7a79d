import { sql } from "kysely";
import { feedReaders } from "../../billing/usage/calls.ts";
import { storedHechshers } from "../../catalogue/certificates/links.ts";
import { parseMembers } from "../../catalogue/fields/members.ts";
import type { Info } from "../../catalogue/fields/schemas.ts";
import { textNumber } from "../../catalogue/fields/text-number.ts";
import { searchProducts } from "../../catalogue/search/search-products.ts";
import type { Database } from "../../platform/db/database.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { boughtNames } from "../holders.ts";
import { productsWith } from "../read.ts";
import { MOST_PRODUCTS, type Wording } from "../wording.ts";

/** Barcodes by what an administrator looks for; one more than an alert may name if there are more. */
export async function barcodesBy(
	db: Database,
	by: "search" | "brand" | "certificate",
	text: string,
): Promise<string[]> {
	const most = MOST_PRODUCTS + 1;
	if (by === "search") {
		const reader = {
			locks: [],
			watermark: "required" as const,
			barcodePrefixes: [],
			brands: [],
			departments: [],
		};
		const asked = { text, fields: {}, scopes: [], variants: [] };
		const page = await searchProducts(db, asked, reader, { after: undefined, most });
		// Words that are merely spelled alike are no reason to warn of a product.
		return page.nearWords.length > 0 ? [] : [...page.barcodes];
	}
	const { read } = db;
	const rows =
		by === "brand"
			? await read
					.selectFrom("product")
					.select("barcode")
					.where("brand_number", "=", textNumber(text))
					.orderBy("barcode")
					.limit(most)
					.execute()
			: await read
					.selectFrom("certificate_product")
					.select("barcode")
					.where("certificate_id", "=", text)
					.orderBy("barcode")
					.limit(most)
					.execute();
	return rows.map(({ barcode }) => barcode);
}

const SHOWN = 20;

/** What is known of products that an alert would name, and how many customers have to do with them. */
export async function aboutProducts(
	db: Database,
	barcodes: readonly string[],
	wording: Pick<Wording, "symbol" | "designation">,
	nowMs: number,
) {
	const rows = await db.read
		.selectFrom("product")
		.select(["barcode", "info", "hechshers", "hechshers_as_given"])
		.where("barcode", "in", [...barcodes])
		.orderBy("barcode")
		.execute();
	const there = new Set(rows.map(({ barcode }) => barcode));
	return {
		unknown: barcodes.filter((barcode) => !there.has(barcode)),
		products: rows.slice(0, SHOWN).map(({ barcode, info }) => ({
			barcode,
			name: (info === null ? null : parseMembers<Partial<Info>>(info).product_name) ?? null,
		})),
		symbols: [...new Set(rows.flatMap(storedHechshers).map(({ symbol }) => symbol))].sort(),
		with_hechsher: await productsWith(db.read, wording, barcodes),
		...(await reach(db, barcodes, nowMs)),
	};
}

/** Who asked a feed within this time follows it. */
const FOLLOWING_MS = 7 * DAY_MS;

/** How many accounts hold the products in orders and downloads, and how many keys learn of the alert by webhook and by the feeds. */
async function reach({ read, scan }: Database, barcodes: readonly string[], nowMs: number) {
	const told = read
		.selectFrom("webhook")
		.select("client_id")
		.where("active", "=", 1)
		.where("alert_position", "is not", null);
	const [holding, webhooks, followers] = await Promise.all([
		scan
			.selectFrom(boughtNames(scan).as("held"))
			.innerJoin("client", "client.client_id", "held.client_id")
			.select(sql<number>`count(distinct coalesce(client.owner_id, client.client_id))`.as("count"))
			.where("held.name", "in", [...barcodes])
			.executeTakeFirst(),
		read
			.selectFrom(told.as("told"))
			.select(({ fn }) => fn.countAll<number>().as("count"))
			.executeTakeFirst(),
		scan
			.selectFrom(feedReaders(scan, nowMs - FOLLOWING_MS).as("reader"))
			.select(sql<number>`count(distinct reader.client_id)`.as("count"))
			.where("reader.client_id", "not in", told)
			.executeTakeFirst(),
	]);
	return {
		holders: Number(holding?.count ?? 0),
		webhooks: Number(webhooks?.count ?? 0),
		followers: Number(followers?.count ?? 0),
	};
}
