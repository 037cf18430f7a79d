import { type SqlBool, sql } from "kysely";
import { storedHechshers } from "../../catalogue/certificates/links.ts";
import { parseMembers } from "../../catalogue/fields/members.ts";
import type { Info } from "../../catalogue/fields/schemas.ts";
import { textNumber } from "../../catalogue/fields/text-number.ts";
import { searchProducts } from "../../catalogue/search/search-products.ts";
import type { Database } from "../../platform/db/database.ts";
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
		...(await reach(db, barcodes)),
	};
}

/** How many accounts hold the products in orders and downloads, and how many webhooks are told. */
async function reach({ read, scan }: Database, barcodes: readonly string[]) {
	const [holding, hooks] = await Promise.all([
		scan
			.selectFrom(boughtNames(scan).as("held"))
			.innerJoin("client", "client.client_id", "held.client_id")
			.select(sql<number>`count(distinct coalesce(client.owner_id, client.client_id))`.as("holders"))
			.where("held.name", "in", [...barcodes])
			.executeTakeFirst(),
		read
			.selectFrom("webhook")
			.select(sql<number>`count(alert_position)`.as("told"))
			.select(({ fn }) => fn.countAll<number>().as("active"))
			.where(sql<SqlBool>`active = 1`)
			.executeTakeFirst(),
	]);
	const told = Number(hooks?.told ?? 0);
	return {
		holders: Number(holding?.holders ?? 0),
		webhooks: told,
		followers: Number(hooks?.active ?? 0) - told,
	};
}
