import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { imageRow } from "../../../test/support/image-row.ts";
import { repetitions } from "../../../test/support/thoroughness.ts";
import { remove } from "../../pictures/store/remove.ts";
import { addImage } from "../../pictures/store/store.ts";
import type { Database } from "../../platform/db/database.ts";
import { SCOPES, VARIANTS, type Variant } from "../fields/scopes.ts";
import { scopeFilter } from "../reading/scope-filter.ts";
import { EMPTY_SCOPES } from "../stored/product-meta.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import type { MetadataChange } from "../writing/metadata-change.ts";
import type { FollowingPolicy } from "./client-view.ts";
import { createFeed } from "./feed.ts";

/** Followers that read only what entries name end up with the catalogue, however reads and writes interleave. */

const EVERYTHING: FollowingPolicy = { barcodePrefixes: [], brands: [], departments: [], locks: [] };

const barcode = fc.constantFrom("1001", "1002", "1003", "2001", "2002");
const variant = fc.constantFrom<Variant>("front", "back_clean");
const short = fc.constantFrom("", "a", "b");
const given = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 });
const metadata: fc.Arbitrary<MetadataChange> = fc.record(
	{
		barcode,
		info: given(
			fc.record({ brand: fc.constantFrom("A", "B"), category: short }, { requiredKeys: ["brand"] }),
		),
		hechshers: given(fc.constantFrom([], [{ symbol: "OU" }], [{ symbol: "CRC" }])),
		nutrition: given(fc.record({ calories: short })),
		ingredients: given(fc.record({ ingredients_text: short })),
		catalog_meta: given(
			fc.record({
				category: short,
				web_description: short,
				department: fc.constantFrom("Produce", "Frozen", null),
			}),
		),
	},
	{ requiredKeys: ["barcode"] },
);
type Operation =
	| { readonly what: "metadata"; readonly changes: MetadataChange[] }
	| { readonly what: "picture" | "no picture"; readonly barcode: string; readonly variant: Variant }
	| { readonly what: "removal"; readonly barcode: string };
const operation: fc.Arbitrary<Operation> = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({ what: fc.constant("metadata"), changes: fc.array(metadata, { maxLength: 4 }) }),
	},
	{ weight: 2, arbitrary: fc.record({ what: fc.constant("picture"), barcode, variant }) },
	{ weight: 1, arbitrary: fc.record({ what: fc.constant("no picture"), barcode, variant }) },
	{ weight: 2, arbitrary: fc.record({ what: fc.constant("removal"), barcode }) },
);
const policy: fc.Arbitrary<FollowingPolicy> = fc.record({
	barcodePrefixes: fc.constantFrom([], ["1"], ["2", "100"]),
	brands: fc.constantFrom([], ["A"], ["A", "B"]),
	departments: fc.constantFrom([], [], ["Produce"]),
	locks: fc.constantFrom([], [], ["nutrition"], ["images", "image_meta"], [...SCOPES]),
});
const follower = fc.record({
	policy,
	limit: fc.integer({ min: 1, max: 5 }),
	pauses: fc.integer({ min: 1, max: 4 }),
});

let pictures = 0;

function write(db: Database, task: Operation): Promise<unknown> {
	if (task.what === "metadata") {
		return db.write(applyMetadata, { changes: task.changes, existingOnly: false });
	}
	if (task.what === "picture") {
		const sha = `picture ${++pictures}`;
		const row = imageRow({ ...task, image_id: sha, original_sha256: sha });
		const { what: _, ...columns } = row as typeof row & { what?: string };
		return db.write(addImage, { row: columns, uploadOffsetMinutes: 0, existingOnly: false });
	}
	const taken = task.what === "removal" ? null : task.variant;
	return db.write(remove, { barcode: task.barcode, variant: taken, uploadOffsetMinutes: 0 });
}

/** A product's contents, by the names used in entries. */
type Product = Record<string, string>;

/** The product as a call for it would currently return it. */
async function readProduct(
	db: Database,
	client: FollowingPolicy,
	barcode: string,
): Promise<Product | undefined> {
	const [row, images] = await Promise.all([
		db.read.selectFrom("product").selectAll().where("barcode", "=", barcode).executeTakeFirst(),
		db.read
			.selectFrom("image")
			.select(["variant", "image_id"])
			.where("barcode", "=", barcode)
			.where("active", "=", 1)
			.execute(),
	]);
	if (!row || !scopeFilter(client)(barcode, row)) return undefined;
	const pictureOf = (each: Variant) => images.find((image) => image.variant === each)?.image_id ?? "none";
	return {
		info: `${row.info} ${row.scanned_at}`,
		hechshers: row.hechshers ?? EMPTY_SCOPES.hechshers,
		nutrition: row.nutrition ?? EMPTY_SCOPES.nutrition,
		ingredients: row.ingredients ?? EMPTY_SCOPES.ingredients,
		catalog_meta: row.catalog_meta ?? EMPTY_SCOPES.catalog_meta,
		...Object.fromEntries(VARIANTS.map((each) => [`images.${each}`, pictureOf(each)])),
	};
}

const NOTHING: Product = {
	info: "null null",
	...EMPTY_SCOPES,
	...Object.fromEntries(VARIANTS.map((each) => [`images.${each}`, "none"])),
};

/** Follows from the beginning until the writers are done and nothing is left. Every step starts afresh, as after a restart. */
async function follow(
	db: Database,
	{ policy: client, limit, pauses }: { policy: FollowingPolicy; limit: number; pauses: number },
	from: number,
	isOver: () => boolean,
): Promise<Map<string, Product>> {
	const mirror = new Map<string, Product>();
	const seen: string[] = [];
	let position = from;
	for (;;) {
		for (let turn = 0; turn < pauses; turn++) await nextTurn();
		const over = isOver();
		const feed = createFeed(db);
		const { epoch } = await feed.state();
		const page = await feed.read(client, { epoch, position }, limit);
		if (!page) throw new Error("a cursor expired");
		expect(page.next).toBeGreaterThanOrEqual(position);
		for (const text of page.entries) {
			const entry = JSON.parse(text);
			seen.push(text);
			const found = entry.removed ? undefined : await readProduct(db, client, entry.barcode);
			if (!found) mirror.delete(entry.barcode);
			else {
				const named = entry.changed.map((name: string) => [name, found[name]]);
				mirror.set(entry.barcode, {
					...(mirror.get(entry.barcode) ?? NOTHING),
					...Object.fromEntries(named),
				});
			}
		}
		position = page.next;
		if (over && !page.hasMore) return mirror;
	}
}

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();

	test("followers end up with exactly the catalogue that they may see", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.array(operation, { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
				fc.array(follower, { minLength: 1, maxLength: 3 }),
				async (rounds, followers) => {
					const { db } = engine;
					await engine.execute("delete from product");
					await engine.execute("update image set active = 0");
					const { head: from } = await createFeed(db).state();
					let over = false;
					const following = [{ policy: EVERYTHING, limit: 3, pauses: 1 }, ...followers].map((each) =>
						follow(db, each, from, () => over),
					);
					for (const round of rounds) await Promise.all(round.map((task) => write(db, task)));
					over = true;
					const mirrors = await Promise.all(following);
					for (const [place, { policy: client }] of [{ policy: EVERYTHING }, ...followers].entries()) {
						await expectMirror(db, client, mirrors[place] as Map<string, Product>);
					}
					const rows = await db.read
						.selectFrom("product_change")
						.select("position")
						.where("position", ">", from)
						.orderBy("position")
						.execute();
					expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => from + 1 + at));
				},
			),
			{ numRuns: repetitions({ gate: 15, long: 300 }) },
		);
	});
});

async function expectMirror(db: Database, client: FollowingPolicy, mirror: Map<string, Product>) {
	const open = (product: Product) =>
		Object.fromEntries(
			Object.entries(product).filter(([name]) => !client.locks.includes(name.split(".")[0] as string)),
		);
	const rows = await db.read.selectFrom("product").select("barcode").orderBy("barcode").execute();
	const expected: [string, object][] = [];
	for (const row of rows) {
		const product = await readProduct(db, client, row.barcode);
		if (product) expected.push([row.barcode, open(product)]);
	}
	const held = [...mirror].sort().map(([each, product]) => [each, open(product)] as const);
	expect(held).toEqual(expected);
}
