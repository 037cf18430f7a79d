import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../test/support/engines.ts";
import { ulid } from "../platform/ids.ts";
import { type Claim, claimUrls } from "./deliveries.ts";
import { usedUrlRead } from "./store.ts";

describe.each(engines)("$name", ({ open }) => {
	let engine: OpenedEngine;
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine.close());

	function claim(urlId: string, more: Partial<Claim> = {}): Promise<boolean> {
		return engine.db.write(claimUrls, {
			urlId,
			expiresAtMs: 900_000,
			multiUse: false,
			clientId: "ps_client_a",
			imageId: "01image",
			watermarked: true,
			atMs: 1000,
			address: "192.0.2.1",
			...more,
		});
	}
	const deliveriesOf = (urlId: string) =>
		engine.db.read.selectFrom("delivery").selectAll().where("url_id", "=", urlId).orderBy("id").execute();

	test("a URL is claimed once, and its delivery recorded", async () => {
		const urlId = ulid(1000);
		expect([await claim(urlId), await claim(urlId)]).toEqual([true, false]);
		expect(await deliveriesOf(urlId)).toEqual([
			{
				id: expect.any(Number),
				client_id: "ps_client_a",
				image_id: "01image",
				watermarked: 1,
				at: 1000,
				address: "192.0.2.1",
				url_id: urlId,
			},
		]);
	});

	test("of many at once exactly one wins, whichever others are claimed beside it", async () => {
		const ids = [ulid(1000), ulid(1000), ulid(1000)];
		const outcomes = await Promise.all(
			Array.from({ length: 90 }, async (_, place) => {
				const id = ids[place % 3] ?? "";
				return [id, await claim(id, { clientId: `client ${place}` })] as const;
			}),
		);
		const winners = outcomes.filter(([, won]) => won).map(([id]) => id);
		expect(winners.toSorted()).toEqual(ids.toSorted());
		for (const id of ids) expect(await deliveriesOf(id)).toHaveLength(1);
	});

	test("a multi-use URL is never used up, and every delivery is recorded", async () => {
		const urlId = ulid(1000);
		const multiUse = { multiUse: true, watermarked: false };
		expect(await Promise.all([claim(urlId, multiUse), claim(urlId, multiUse)])).toEqual([true, true]);
		expect((await deliveriesOf(urlId)).map(({ watermarked }) => watermarked)).toEqual([0, 0]);
		expect(await usedUrlRead(engine.db)(urlId)).toBeUndefined();
	});

	test("a used URL is kept with its expiry, by which it is swept", async () => {
		const urlId = ulid(1000);
		expect(await usedUrlRead(engine.db)(urlId)).toBeUndefined();
		await claim(urlId, { expiresAtMs: 123_456 });
		expect(await usedUrlRead(engine.db)(urlId)).toEqual({ url_id: urlId });
		const row = engine.db.read.selectFrom("used_url").select("expires_at").where("url_id", "=", urlId);
		expect(await row.executeTakeFirst()).toEqual({ expires_at: 123_456 });
	});
});
