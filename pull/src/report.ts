import { join } from "node:path";
import { csvTable } from "../../src/orders/shop-files/csv-rows.ts";
import { sumOf } from "./amounts.ts";
import { type PullFolder, pictureBytes } from "./folder.ts";
import type { ListedLine } from "./listed-products.ts";
import type { FolderOrder, MadeOrder } from "./order-files.ts";
import type { PulledProduct } from "./pulled-products.ts";
import type { ShopOutcomes } from "./shops/matches.ts";

/** The result for a list, as in `report.json`. */
export interface Report {
	readonly lines: number;
	readonly found: number;
	readonly missing: number;
	/** Found earlier, and removed from the catalogue since. */
	readonly removed: number;
	readonly wrong_check_digits: number;
	readonly cases: number;
	readonly unreadable: number;
	/** Distinct products of the list of which the folder has something. */
	readonly products: number;
	/** Products of which a kosher alert, a withdrawn hechsher, changed allergens or a removal is told. */
	readonly urgent: number;
	readonly pictures: number;
	readonly picture_bytes: number;
	/** What all orders of the folder cost. */
	readonly credits: number;
	readonly orders: readonly (Omit<MadeOrder, "lines"> & { readonly expired: boolean })[];
}

/** Writes `report.json`, and `report.csv` with a row for each line of the list. */
export async function writeReport(
	folder: PullFolder,
	listed: readonly ListedLine[],
	{
		orders,
		products,
		outcomes,
		notes,
	}: {
		readonly orders: readonly FolderOrder[];
		readonly products: readonly PulledProduct[];
		/** Undefined where no files are written for a shop. */
		readonly outcomes: ShopOutcomes | undefined;
		/** What changed of products since they were fetched, by barcode. */
		readonly notes: ReadonlyMap<string, readonly string[]>;
	},
): Promise<Report> {
	const pulled = new Map(products.map((product) => [product.barcode, product]));
	// Of a product in several lines, the first has what it cost, so that the column adds up.
	const firsts = new Map([...listed].reverse().map(({ barcode, line }) => [barcode, line]));
	const rows = listed.map(({ line, text, status, barcode = "", note }) => ({
		line: String(line),
		text,
		status,
		barcode,
		note: [note, ...(notes.get(barcode) ?? []), outcomeOf(status, barcode, outcomes).note]
			.filter((text) => text !== "")
			.join("; "),
		shop: outcomeOf(status, barcode, outcomes).shop,
		pictures: pulled.get(barcode)?.variants.join(" ") ?? "",
		credits: barcode === "" ? "" : String(firsts.get(barcode) === line ? spentFor(barcode, orders) : 0),
	}));
	const columns = ["line", "text", "status", "barcode", "note", "shop", "pictures", "credits"];
	await folder.files.write(join(folder.path, "report.csv"), csvTable(columns, rows));
	const urgent = [...notes.values()].filter(isUrgent).length;
	const report = { ...(await totals(folder, listed, orders, products)), urgent };
	await folder.files.write(join(folder.path, "report.json"), `${JSON.stringify(report, null, "\t")}\n`);
	return report;
}

/** What concerns health and kashrut begins with capitals. */
export function isUrgent(notes: readonly string[]): boolean {
	return notes.some((note) => /^[A-Z]{3}/.test(note));
}

function outcomeOf(status: ListedLine["status"], barcode: string, outcomes: ShopOutcomes | undefined) {
	if (outcomes === undefined) return { shop: "", note: "" };
	const note = status === "found" ? "nothing of it was bought" : "";
	return outcomes.get(barcode) ?? { shop: "untouched", note };
}

function spentFor(barcode: string, orders: readonly FolderOrder[]): number {
	const lines = orders.flatMap(({ made }) => made?.lines.filter((line) => line.barcode === barcode) ?? []);
	return sumOf(lines.map(({ credits }) => credits));
}

async function totals(
	folder: PullFolder,
	listed: readonly ListedLine[],
	orders: readonly FolderOrder[],
	products: readonly PulledProduct[],
): Promise<Omit<Report, "urgent">> {
	const count = (status: ListedLine["status"]) => listed.filter((line) => line.status === status).length;
	const pictures = products.flatMap(({ barcode, variants }) =>
		variants.map((variant) => ({ barcode, variant })),
	);
	const sizes = await Promise.all(pictures.map((one) => pictureBytes(folder, one.barcode, one.variant)));
	const made = orders.flatMap(({ made, closed }) =>
		made ? [{ ...made, expired: closed !== undefined }] : [],
	);
	return {
		lines: listed.length,
		found: count("found"),
		missing: count("missing"),
		removed: count("removed"),
		wrong_check_digits: count("wrong check digit"),
		cases: count("case"),
		unreadable: count("unreadable"),
		products: products.length,
		pictures: pictures.length,
		picture_bytes: sizes.reduce<number>((sum, bytes = 0) => sum + bytes, 0),
		credits: sumOf(made.map(({ credits }) => credits)),
		orders: made.map(({ lines: _, ...order }) => order),
	};
}
