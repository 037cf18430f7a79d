import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { facets, fieldFacet } from "../../src/catalogue/search/facets.ts";
import { findForgivingly } from "../../src/catalogue/search/find-texts.ts";
import { packTexts } from "../../src/catalogue/search/pack-texts.ts";
import type { TextQuery } from "../../src/catalogue/search/text-query.ts";
import type { FoundPlace } from "../../src/catalogue/search/text-streams.ts";
import { wordsOf } from "../../src/catalogue/search/words.ts";
import { commands } from "../../src/commands.ts";
import { migrations } from "../../src/migrations/all.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { ALONE } from "../../src/platform/db/pace.ts";
import { openPostgresDatabase } from "../../src/platform/db/postgres/engine.ts";
import { migratePostgres } from "../../src/platform/db/postgres/prepare-schema.ts";
import { openSqliteDatabase } from "../../src/platform/db/sqlite/engine.ts";
import { migrateSqliteFile } from "../../src/platform/db/sqlite/prepare-file.ts";
import { systemClock } from "../../src/platform/time/clock.ts";
import { copyCatalogue } from "../administration/catalogue.ts";
import { openFilling } from "../administration/filling.ts";
import { onPostgres } from "../both-engines.ts";
import type { Figure, Unmeasured } from "../figure.ts";
import { middleTime } from "../listing-times.ts";
import { fillTexts } from "../search/filled-texts.ts";
import type { Stage } from "../stage.ts";
import { atMost, type Row } from "./row.ts";

/** Search as you type among 1,000,000 products, on both engines. */
export const searchRow: Row = { name: "search", measure };

const PRODUCTS = Number(process.env.SEARCHED_PRODUCTS ?? 1_000_000);
const MOST_MS = 100;
const ROUNDS = 5;
const PER_PAGE = 24;

const department = (name: string) => fieldFacet("catalog_meta.department", name);
const NOTHING: TextQuery = { words: [], facets: [], barcodePrefixes: [] };
const typed = (text: string, more: Partial<TextQuery> = {}): TextQuery => ({
	...NOTHING,
	words: wordsOf(text),
	...more,
});

/** Typed texts from the shortest on, with filters that match many and few products. */
export const QUERIES: readonly (readonly [what: string, query: TextQuery])[] = [
	["nothing", NOTHING],
	["c", typed("c")],
	["ch", typed("ch")],
	["choc", typed("choc")],
	["chocolate", typed("chocolate")],
	["ש", typed("ש")],
	["שוק", typed("שוק")],
	["c m", typed("c m")],
	["b c d", typed("b c d")],
	["bar chocolate milk zestwick", typed("bar chocolate milk zestwick")],
	["kokomi", typed("kokomi")],
	["nothing like it", typed("qqqqq")],
	["2", typed("2")],
	["28000", typed("28000")],
	["280280330", typed("280280330")],
	[
		"c, Sushi, vegan, nutrition",
		typed("c", {
			facets: [[department("Sushi")], [fieldFacet("info.vegan", true)], [facets.scope("nutrition")]],
		}),
	],
	[
		"s, dairy or meat, Passover, organic, hagafen",
		typed("s", {
			facets: [
				["dairy", "meat"].map((status) => fieldFacet("hechshers.dairy_meat_pareve", status)),
				[fieldFacet("info.kosher_for_passover", true)],
				[fieldFacet("info.organic", true)],
				[fieldFacet("info.bracha", "hagafen")],
			],
		}),
	],
	["nothing, three departments", { ...NOTHING, facets: [["Frozen", "Produce", "Purim"].map(department)] }],
	["c, of one maker", typed("c", { barcodePrefixes: ["280280"] })],
];

/** Typed texts with spelling mistakes. */
const MISSPELT: typeof QUERIES = [
	"humus",
	"Crumbelton",
	"crumbel",
	"שוקולת",
	"crumbelton humus",
	"bar choclate milk zestwik",
].map((text) => [text, typed(text)]);

async function measure({ folder }: Stage): Promise<(Figure | Unmeasured)[]> {
	const data = join(folder, "search");
	mkdirSync(data, { recursive: true });
	const file = join(data, "packshot.sqlite");
	await migrateSqliteFile(file, migrations);
	await fillTexts(file, PRODUCTS);
	const onServer = await onPostgres("search", async (settings, url) => {
		await migratePostgres(url, migrations);
		const filling = await openFilling(data, settings);
		await copyCatalogue(data, url, filling);
		await filling.close();
		const limits = { connections: 8, statementSeconds: 60, waitSeconds: 5 };
		return measureOn(openPostgresDatabase({ url, ...limits, commands }), "PostgreSQL");
	});
	return [...(await measureOn(openSqliteDatabase(file), "SQLite")), ...onServer];
}

async function measureOn(db: Database, engine: string): Promise<Figure[]> {
	try {
		const startedAt = performance.now();
		await packTexts({ db, clock: systemClock }, ALONE);
		const packSeconds = (performance.now() - startedAt) / 1000;
		const slowest = { what: "", milliseconds: 0 };
		for (const [what, query] of [...QUERIES, ...MISSPELT]) {
			const milliseconds = await middleOfPages(db, query);
			console.error(`${engine}: ${milliseconds.toFixed(1)} ms, ${what}`);
			if (milliseconds > slowest.milliseconds) Object.assign(slowest, { what, milliseconds });
		}
		const what = `search among ${PRODUCTS.toLocaleString("en")} products, ${engine}, slowest of ${QUERIES.length + MISSPELT.length}: ${slowest.what}`;
		return [
			atMost(MOST_MS, { what, measured: slowest.milliseconds, unit: "ms" }),
			{ what: `packing them, ${engine}`, measured: PRODUCTS / packSeconds },
		];
	} finally {
		await db.close();
	}
}

/** Median over the first and second page in turn. */
function middleOfPages(db: Database, query: TextQuery): Promise<number> {
	let after: FoundPlace | undefined;
	return middleTime(async () => {
		const startedAt = performance.now();
		const page = await findForgivingly(db, query, { after, most: PER_PAGE });
		after = page.last;
		return { milliseconds: performance.now() - startedAt };
	}, ROUNDS);
}
