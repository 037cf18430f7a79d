import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../../../test/support/engines.ts";
import { imageRow } from "../../../../test/support/image-row.ts";
import { defaultPolicy, issueClient } from "../../../clients/policy/service.ts";
import { createAccount } from "../../../people/accounts/accounts.ts";
import { commandLineActor } from "../../../people/accounts/new-account.ts";
import { claimUrls } from "../../../pictures/delivery/deliveries.ts";
import { newImageIds } from "../../../pictures/store/copy-pictures.ts";
import { addImage } from "../../../pictures/store/store.ts";
import { undoChanges } from "../../../pictures/store/undo-changes.ts";
import { ulid } from "../../../platform/ids.ts";
import { checkChanges } from "../../changes/check-changes.ts";
import { ALL_PRODUCTS } from "../../fields/field-counts.ts";
import { METADATA_KEYS } from "../../fields/fields.ts";
import { hasKey } from "../../fields/masks.ts";
import { checkHistory } from "../../history/check-history.ts";
import { checkTexts } from "../../search/check-texts.ts";
import { applyMetadata } from "../../writing/apply-metadata.ts";
import type { MetadataChange } from "../../writing/metadata-change.ts";
import { mergeProducts } from "./merge.ts";
import { allPairs } from "./pairs.ts";

const KEEP = "0725272730706";
const OTHER = "725272730706";
const CLIENT = "ps_client_aaaaaaaaaaaaaaaaaaaa";

describe.each(engines)("$name", ({ open }) => {
	let engine: OpenedEngine;
	beforeEach(async () => {
		engine = await open();
	});
	afterEach(() => engine.close());

	const apply = (...changes: MetadataChange[]) =>
		engine.db.write(applyMetadata, { changes, existingOnly: false });
	const merge = (keep = KEEP, other = OTHER) =>
		engine.db.write(mergeProducts, {
			keep,
			other,
			uploadOffsetMinutes: 0,
			imageIds: newImageIds(Date.now()),
			actor: commandLineActor(1000),
		});
	async function picture(barcode: string, variant: string) {
		const row = imageRow({
			barcode,
			variant,
			image_id: ulid(Date.now()).toLowerCase(),
			original_sha256: barcode + variant,
		});
		await engine.db.write(addImage, { row, uploadOffsetMinutes: 0, existingOnly: false });
		return row.image_id;
	}
	const deliver = (imageId: string) =>
		engine.db.write(claimUrls, {
			urlId: ulid(1),
			expiresAtMs: 9e12,
			multiUse: false,
			clientId: CLIENT,
			imageId,
			watermarked: true,
			markFormat: 1,
			sizePx: null,
			atMs: 1,
			address: "192.0.2.1",
		});
	async function bought(barcode: string) {
		const hashKeys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;
		const issuing = { db: engine.db, clock: { now: () => 1000 }, hashKeys };
		const { clientId } = await issueClient(issuing, { ...defaultPolicy, name: "Shop" }, 0);
		await engine.execute(
			`insert into bought_product (client_id, barcode, search_text, scopes, variants, first_at, last_at) values ('${clientId}', '${barcode}', '', 1, 0, 1, 1)`,
		);
	}
	const account = () =>
		engine.db.write(createAccount, {
			accountId: "acc_1",
			email: "a@example.com",
			passwordHash: "",
			passwordExpiresAtMs: null,
			roles: [],
			isSignUp: false,
			actor: commandLineActor(1),
		});
	async function products() {
		const rows = await engine.db.read.selectFrom("product").selectAll().orderBy("barcode").execute();
		return rows.map(({ barcode, brand, department, variants }) => ({ barcode, brand, department, variants }));
	}
	async function head(): Promise<number> {
		const { changes } = await checkChanges(engine.db);
		return changes;
	}
	const feedSince = (position: number) =>
		engine.db.read
			.selectFrom("product_change")
			.select(["barcode", "changed", "brand_after"])
			.where("position", ">", position)
			.orderBy("position")
			.execute();
	async function expectSound() {
		const rows = await engine.db.read.selectFrom("product").selectAll().execute();
		const counts = await engine.db.read.selectFrom("field_count").selectAll().execute();
		const stored = Object.fromEntries(counts.map((count) => [count.field_key, Number(count.products)]));
		expect(stored[ALL_PRODUCTS]).toBe(rows.length);
		for (const key of METADATA_KEYS)
			expect([key, stored[key] ?? 0]).toEqual([key, rows.filter((row) => hasKey(row, key)).length]);
		expect((await checkChanges(engine.db)).faults).toEqual([]);
		expect((await checkHistory(engine.db)).faults).toEqual([]);
		expect((await checkTexts(engine.db)).faults).toEqual([]);
	}

	test("fills in what the kept product lacks, moves its pictures, removes the other, as one change and one removal", async () => {
		await apply(
			{ barcode: KEEP, info: { brand: "A" } },
			{ barcode: OTHER, info: { brand: "B", notes: "n" }, catalog_meta: { department: "Groceries" } },
		);
		const own = await picture(KEEP, "front");
		await picture(OTHER, "front");
		const moved = await picture(OTHER, "back");
		const before = await head();
		expect(await merge()).toEqual({ kind: "merged", removed: true, pictures: ["back"] });
		expect(await products()).toEqual([{ barcode: KEEP, brand: "A", department: "Groceries", variants: 3 }]);
		const active = await engine.db.read
			.selectFrom("image")
			.selectAll()
			.where("active", "=", 1)
			.orderBy("variant")
			.execute();
		expect(
			active.map(({ barcode, variant, original_sha256 }) => [barcode, variant, original_sha256]),
		).toEqual([
			[KEEP, "back", `${OTHER}back`],
			[KEEP, "front", `${KEEP}front`],
		]);
		expect(active[0]?.image_id).not.toBe(moved);
		expect(active[1]?.image_id).toBe(own);
		expect(await feedSince(before)).toMatchObject([
			{ barcode: KEEP, brand_after: expect.any(Number) },
			{ barcode: OTHER, brand_after: null },
		]);
		await expectSound();
	});

	test("merged again, there is nothing to merge", async () => {
		await apply({ barcode: KEEP }, { barcode: OTHER });
		await merge();
		const before = await head();
		expect(await merge()).toEqual({ kind: "nothing_to_merge" });
		expect(await head()).toBe(before);
	});

	test("both changes can be undone by themselves", async () => {
		await apply({ barcode: KEEP, info: { brand: "A" } }, { barcode: OTHER, nutrition: { calories: "1" } });
		const image = await picture(OTHER, "back");
		const before = await engine.db.read.selectFrom("product").selectAll().orderBy("barcode").execute();
		await merge();
		const history = await engine.db.read
			.selectFrom("product_history")
			.innerJoin("change_set", "change_set.id", "product_history.change_set")
			.select([
				"product_history.id",
				"product_history.barcode",
				"product_history.kind",
				"change_set.kind as by",
			])
			.orderBy("product_history.id", "desc")
			.execute();
		expect(history.map(({ barcode, kind, by }) => [barcode, kind, by])).toEqual([
			[OTHER, "removed", "merge"],
			[KEEP, "changed", "merge"],
			[KEEP, "changed", "merge"],
		]);
		const undone = await engine.db.write(undoChanges, {
			ids: history.map(({ id }) => Number(id)),
			uploadOffsetMinutes: 0,
			changeSet: { kind: "undo", accountId: null },
		});
		expect(undone).toEqual([{ kind: "undone" }, { kind: "undone" }, { kind: "undone" }]);
		const texts = (
			rows: readonly { barcode: string; info: string | null; nutrition: string | null; variants: number }[],
		) => rows.map(({ barcode, info, nutrition, variants }) => [barcode, info, nutrition, variants]);
		const after = await engine.db.read.selectFrom("product").selectAll().orderBy("barcode").execute();
		expect(texts(after)).toEqual(texts(before));
		const active = await engine.db.read
			.selectFrom("image")
			.select("image_id")
			.where("active", "=", 1)
			.execute();
		expect(active).toEqual([{ image_id: image }]);
		await expectSound();
	});

	test("the product that was delivered has to be kept", async () => {
		await apply({ barcode: KEEP }, { barcode: OTHER, info: { brand: "B" } });
		await deliver(await picture(OTHER, "front"));
		expect(await merge()).toEqual({ kind: "keep_other" });
		expect(await products()).toHaveLength(2);
		expect(await allPairs(engine.db.scan)).toEqual([{ keep: OTHER, other: KEEP, bothStay: false }]);
		expect(await merge(OTHER, KEEP)).toMatchObject({ kind: "merged", removed: true });
	});

	test.each(["bought", "traced"])("the product that was %s has to be kept", async (how) => {
		await apply({ barcode: KEEP }, { barcode: OTHER });
		if (how === "traced")
			await engine.execute(
				`insert into leak_case (case_id, name, state, barcode, created_at, changed_at, search_text) values ('case_1', 'A', 'open', '${OTHER}', 1, 1, '')`,
			);
		else await bought(OTHER);
		expect(await merge()).toEqual({ kind: "keep_other" });
	});

	test("if both were delivered, metadata alone moves, both stay, and then there is nothing to merge", async () => {
		await apply({ barcode: KEEP, info: { brand: "A" } }, { barcode: OTHER, nutrition: { calories: "1" } });
		await deliver(await picture(KEEP, "front"));
		const back = await picture(OTHER, "back");
		await deliver(back);
		expect(await allPairs(engine.db.scan)).toEqual([{ keep: KEEP, other: OTHER, bothStay: true }]);
		const before = await head();
		expect(await merge()).toEqual({ kind: "merged", removed: false, pictures: [] });
		expect(await feedSince(before)).toMatchObject([
			{ barcode: KEEP, changed: 4 },
			{ barcode: OTHER, changed: 4, brand_after: expect.any(Number) },
		]);
		const rows = await engine.db.read.selectFrom("product").selectAll().orderBy("barcode").execute();
		expect(rows.map(({ barcode, nutrition, variants }) => [barcode, nutrition === null, variants])).toEqual([
			[KEEP, false, 1],
			[OTHER, true, 2],
		]);
		expect(await merge()).toEqual({ kind: "nothing_to_merge" });
		expect(await allPairs(engine.db.scan)).toEqual([]);
		await expectSound();
	});

	test("baskets and waiting proposals follow; an item that is in the basket already stays", async () => {
		await apply({ barcode: KEEP }, { barcode: OTHER });
		await account();
		for (const [place, barcode] of [OTHER, "4011"].entries())
			await engine.execute(
				`insert into basket_item (account_id, barcode, place) values ('acc_1', '${barcode}', ${place})`,
			);
		for (const state of ["waiting", "rejected"])
			await engine.execute(
				`insert into proposal (proposal_id, account_id, ownership, barcode, fields, seen, state, proposed_at) values ('${state}', 'acc_1', '', '${OTHER}', '{}', '{}', '${state}', 1)`,
			);
		await merge();
		const items = () => engine.db.read.selectFrom("basket_item").select("barcode").orderBy("place").execute();
		expect(await items()).toEqual([{ barcode: KEEP }, { barcode: "4011" }]);
		const proposals = await engine.db.read
			.selectFrom("proposal")
			.select(["state", "barcode"])
			.orderBy("state")
			.execute();
		expect(proposals).toEqual([
			{ state: "rejected", barcode: OTHER },
			{ state: "waiting", barcode: KEEP },
		]);
		await apply({ barcode: OTHER });
		await engine.execute(
			`insert into basket_item (account_id, barcode, place) values ('acc_1', '${OTHER}', 7)`,
		);
		await merge();
		expect(await items()).toEqual([{ barcode: KEEP }, { barcode: "4011" }]);
	});

	test("products that are not one GTIN are not merged, and neither is one that is not there", async () => {
		await apply({ barcode: KEEP }, { barcode: "96385074" }, { barcode: "4011" }, { barcode: "04011" });
		expect(await merge(KEEP, "96385074")).toEqual({ kind: "no_pair" });
		expect(await merge("4011", "04011")).toEqual({ kind: "no_pair" });
		expect(await merge(KEEP, KEEP)).toEqual({ kind: "no_pair" });
		expect(await merge(OTHER, KEEP)).toEqual({ kind: "no_product" });
		expect(await allPairs(engine.db.scan)).toEqual([]);
	});

	test("merged in parallel, with imports beside it, one merge succeeds and nothing is lost", async () => {
		await apply({ barcode: KEEP, info: { brand: "A" } }, { barcode: OTHER, nutrition: { calories: "1" } });
		const [one, two] = await Promise.all([
			merge(),
			merge(),
			apply({ barcode: KEEP, ingredients: { ingredients_text: "Wheat" } }),
			apply({ barcode: "4011" }),
		]);
		expect([one.kind, two.kind].toSorted()).toEqual(["merged", "nothing_to_merge"]);
		const row = await engine.db.read
			.selectFrom("product")
			.selectAll()
			.where("barcode", "=", KEEP)
			.executeTakeFirstOrThrow();
		expect([row.brand, row.nutrition === null, row.ingredients === null]).toEqual(["A", false, false]);
		await expectSound();
	});

	test("all pairs are found, three forms of one GTIN are two pairs, the likeliest form first", async () => {
		await apply(
			...["00725272730706", OTHER, KEEP, "96385074", "0000096385074", "4011", "04011", "0725272730707"].map(
				(barcode) => ({ barcode }),
			),
		);
		expect(await allPairs(engine.db.scan)).toEqual([
			{ keep: KEEP, other: OTHER, bothStay: false },
			{ keep: KEEP, other: "00725272730706", bothStay: false },
			{ keep: "0000096385074", other: "96385074", bothStay: false },
		]);
	});
});
