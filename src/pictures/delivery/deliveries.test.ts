import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { imageRow } from "../../../test/support/image-row.ts";
import { ulid } from "../../platform/ids.ts";
import { remove } from "../store/remove.ts";
import { addImage, usedUrlRead } from "../store/store.ts";
import { type Claim, type ClaimOutcome, claimUrls } from "./deliveries.ts";

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();
	beforeAll(async () => {
		await picture("1001", "01image");
	});

	function picture(barcode: string, imageId: string) {
		const row = imageRow({ barcode, image_id: imageId });
		return engine.db.write(addImage, { row, uploadOffsetMinutes: 0, existingOnly: false });
	}
	function claim(urlId: string, more: Partial<Claim> = {}): Promise<ClaimOutcome> {
		return engine.db.write(claimUrls, {
			urlId,
			expiresAtMs: 900_000,
			multiUse: false,
			clientId: "ps_client_a",
			imageId: "01image",
			watermarked: true,
			markFormat: 2,
			sizePx: null,
			atMs: 1000,
			address: "192.0.2.1",
			...more,
		});
	}
	const deliveriesOf = (urlId: string) =>
		engine.db.read.selectFrom("delivery").selectAll().where("url_id", "=", urlId).orderBy("id").execute();

	test("a URL is claimed once, and its delivery recorded", async () => {
		const urlId = ulid(1000);
		expect([await claim(urlId), await claim(urlId)]).toEqual(["granted", "consumed"]);
		expect(await deliveriesOf(urlId)).toEqual([
			{
				id: expect.any(Number),
				client_id: "ps_client_a",
				image_id: "01image",
				watermarked: 1,
				mark_format: 2,
				at: 1000,
				address: "192.0.2.1",
				url_id: urlId,
				size_px: null,
			},
		]);
	});

	test("exactly one of many concurrent claims of a URL succeeds, among claims of other URLs", async () => {
		const ids = [ulid(1000), ulid(1000), ulid(1000)];
		const outcomes = await Promise.all(
			Array.from({ length: 90 }, async (_, place) => {
				const id = ids[place % 3] ?? "";
				return [id, await claim(id, { clientId: `client ${place}` })] as const;
			}),
		);
		const winners = outcomes.filter(([, outcome]) => outcome === "granted").map(([id]) => id);
		expect(winners.toSorted()).toEqual(ids.toSorted());
		for (const id of ids) expect(await deliveriesOf(id)).toHaveLength(1);
	});

	test("a multi-use URL is never used up, and every delivery is recorded", async () => {
		const urlId = ulid(1000);
		const multiUse = { multiUse: true, watermarked: false };
		expect(await Promise.all([claim(urlId, multiUse), claim(urlId, multiUse)])).toEqual([
			"granted",
			"granted",
		]);
		expect((await deliveriesOf(urlId)).map(({ watermarked }) => watermarked)).toEqual([0, 0]);
		expect(await usedUrlRead(engine.db)(urlId)).toBeUndefined();
	});

	test("a used URL is stored with its expiry, for retention to delete it by", async () => {
		const urlId = ulid(1000);
		expect(await usedUrlRead(engine.db)(urlId)).toBeUndefined();
		await claim(urlId, { expiresAtMs: 123_456 });
		expect(await usedUrlRead(engine.db)(urlId)).toEqual({ url_id: urlId });
		const row = engine.db.read.selectFrom("used_url").select("expires_at").where("url_id", "=", urlId);
		expect(await row.executeTakeFirst()).toEqual({ expires_at: 123_456 });
	});

	test("a claim for a removed picture is superseded and uses nothing up; others alongside it succeed", async () => {
		await picture("1002", "02image");
		await engine.db.write(remove, { barcode: "1002", variant: null, uploadOffsetMinutes: 0 });
		const [gone, multi, kept] = [ulid(1000), ulid(1000), ulid(1000)];
		const outcomes = await Promise.all([
			claim(gone, { imageId: "02image" }),
			claim(kept),
			claim(multi, { imageId: "02image", multiUse: true }),
			claim(gone, { imageId: "no such image" }),
		]);
		expect(outcomes).toEqual(["superseded", "granted", "superseded", "superseded"]);
		expect(await usedUrlRead(engine.db)(gone)).toBeUndefined();
		expect([...(await deliveriesOf(gone)), ...(await deliveriesOf(multi))]).toEqual([]);
		expect(await claim(gone)).toBe("granted");
	});
});
