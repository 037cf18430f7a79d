import { declarationText } from "../../catalogue/fields/declaration.ts";
import { TEXT_RULES } from "../../catalogue/search/product-text.ts";
import { RENEWED_TO } from "../../pictures/rights/renew-file-sizes.ts";
import type { Migration } from "../../platform/db/migrate.ts";
import { type PendingStep, pendingSteps } from "../../platform/db/pending-steps.ts";
import type { CopiedValue, RowSource } from "../../platform/db/row-copy.ts";
import type { Finding } from "./finding.ts";

/** Rows per second that a migration step processes: a fifth of what indexing a million rows took on two busy cores, to allow for a slow disk. */
const ROWS_PER_SECOND = 100_000;

/** A pending migration step, with the rows it has to process. */
export interface PendingWork {
	readonly name: string;
	readonly rows: Readonly<Record<string, number>>;
}

export interface StoredWork {
	readonly applied: number;
	readonly pending: readonly PendingWork[];
	/** Downtime: how long the schema migration takes. */
	readonly seconds: number;
	/** Products and pictures that are rewritten in the background while the service is up. */
	readonly products: number;
	readonly pictures: number;
}

/** Counts what an upgrade has to process; changes nothing. @throws SchemaTooNew */
export async function measureStored(
	source: RowSource,
	migrations: readonly Migration[],
): Promise<StoredWork> {
	const counts = new Map<string, number>();
	const countOf = async (table: string) => {
		const known = counts.get(table) ?? (await source.count(table));
		counts.set(table, known);
		return known;
	};
	const pending: PendingWork[] = [];
	let walked = 0;
	for (const { name, walks } of await pendingSteps(source.migrations, migrations)) {
		const rows: Record<string, number> = {};
		for (const table of tablesThere(source, walks)) walked += rows[table] = await countOf(table);
		pending.push({ name, rows });
	}
	return {
		applied: source.migrations.length,
		pending,
		seconds: walked === 0 ? 0 : Math.ceil(walked / ROWS_PER_SECOND),
		products: (await areProductsCurrent(source)) ? 0 : await countOf("product"),
		pictures: await outdatedPictures(source),
	};
}

/** Those that exist already: a table that an earlier pending step creates holds next to nothing. */
function tablesThere(source: RowSource, names: PendingStep["walks"]): readonly string[] {
	return names.filter((name) => source.tables.some((table) => table.name === name));
}

/** The migration that has stored file sizes renewed. */
const SIZES_RENEWED_SINCE = "0052-picture-rights";

async function areProductsCurrent(source: RowSource): Promise<boolean> {
	const writtenBy = await storedValue(source, "service_state", ["name", "metadata_declaration"], "value");
	const searchedBy = await storedValue(source, "text_index", ["id", 1], "written_by");
	const renewedTo = await storedValue(source, "service_state", ["name", RENEWED_TO], "value");
	const isSized = source.migrations.includes(SIZES_RENEWED_SINCE) && renewedTo === undefined;
	return writtenBy === declarationText() && searchedBy === TEXT_RULES && isSized;
}

/** Pictures stored by an earlier version without the data that this one stores with them. */
async function outdatedPictures(source: RowSource): Promise<number> {
	const columns = source.tables.find(({ name }) => name === "image")?.columns ?? [];
	if (!columns.includes("plain_size_bytes") || !columns.includes("search_pack"))
		return source.count("image", "active = 1");
	return source.count(
		"image",
		"(active = 1 and markable = 1 and plain_size_bytes is null) or (search_pack is null and fingerprint is not null)",
	);
}

async function storedValue(
	source: RowSource,
	name: string,
	[keyColumn, key]: readonly [string, CopiedValue],
	column: string,
): Promise<CopiedValue | undefined> {
	const table = source.tables.find((each) => each.name === name);
	if (!table) return undefined;
	const place = table.columns.indexOf(keyColumn);
	for await (const rows of source.rows(table)) {
		const row = rows.find((values) => values[place] === key || Number(values[place]) === key);
		if (row) return row[table.columns.indexOf(column)];
	}
	return undefined;
}

/** The same as findings. @param steps how many migration steps this version has */
export function storedFindings(
	{ applied, pending, seconds, products, pictures }: StoredWork,
	steps: number,
): readonly Finding[] {
	const schema: Finding =
		pending.length === 0
			? { check: "schema", level: "ok", text: `step ${applied} of ${steps}: up to date` }
			: {
					check: "schema",
					level: "note",
					text: `step ${applied} of ${steps}: ${pending.length} to apply, during which callers get no answer for about ${seconds} s`,
				};
	const again = (check: "products" | "pictures", count: number): Finding =>
		count === 0
			? { check, level: "ok", text: "already stored the way this version stores them" }
			: {
					check,
					level: "note",
					text: `${count} will be brought up to date while the service runs, or beforehand by \`packshot migrate\``,
				};
	return [schema, again("products", products), again("pictures", pictures)];
}
