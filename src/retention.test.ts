import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../test/support/engines.ts";
import { imageRow } from "../test/support/image-row.ts";
import { revokeToken } from "./clients/auth/revoked-tokens.ts";
import { claimUrls } from "./pictures/delivery/deliveries.ts";
import { blankAddresses } from "./pictures/retention.ts";
import { addImage } from "./pictures/store/store.ts";
import { DAY_MS } from "./platform/time/durations.ts";
import { sweep } from "./retention.ts";

const EXPIRY_MS = Date.UTC(2027, 0, 1);
const row = imageRow({});
const claim = {
	multiUse: false,
	clientId: "c",
	imageId: row.image_id,
	watermarked: true,
	markFormat: 2,
	sizePx: null,
	atMs: 0,
	address: "::1",
};

describe.each(engines)("$name", ({ open }) => {
	async function withImage() {
		const { db, close } = await open();
		onTestFinished(close);
		await db.write(addImage, { row, uploadOffsetMinutes: 0, existingOnly: false });
		return db;
	}

	test("what expired more than a day ago is deleted, and nothing sooner", async () => {
		const db = await withImage();
		await db.write(claimUrls, { ...claim, urlId: "old", expiresAtMs: EXPIRY_MS });
		await db.write(claimUrls, { ...claim, urlId: "newer", expiresAtMs: EXPIRY_MS + 1 });
		await db.write(revokeToken, { jti: "t", clientId: "c", nowMs: 0, expiresAtMs: EXPIRY_MS });

		await db.write(sweep, { nowMs: EXPIRY_MS + DAY_MS });
		expect(await db.read.selectFrom("used_url").selectAll().execute()).toHaveLength(2);
		await db.write(sweep, { nowMs: EXPIRY_MS + DAY_MS + 1 });
		const left = await db.read.selectFrom("used_url").select("url_id").execute();
		expect(left).toEqual([{ url_id: "newer" }]);
		expect(await db.read.selectFrom("revoked_token").selectAll().execute()).toEqual([]);
	});

	test("deliveries are evidence and stay", async () => {
		const db = await withImage();
		await db.write(claimUrls, { ...claim, urlId: "old", expiresAtMs: EXPIRY_MS });
		await db.write(sweep, { nowMs: EXPIRY_MS * 2 });
		expect(await db.read.selectFrom("delivery").selectAll().execute()).toHaveLength(1);
	});

	test("addresses of old deliveries are blanked, 500 at a time; who was delivered what and when stays", async () => {
		const db = await withImage();
		await Promise.all(
			Array.from({ length: 503 }, (_, at) =>
				db.write(claimUrls, {
					...claim,
					multiUse: true,
					urlId: `url_${at}`,
					expiresAtMs: EXPIRY_MS,
					atMs: at,
				}),
			),
		);
		const before = await db.read.selectFrom("delivery").selectAll().orderBy("id").execute();
		expect(await db.write(blankAddresses, { beforeMs: 502 })).toBe(true);
		expect(await db.write(blankAddresses, { beforeMs: 502 })).toBe(false);
		const after = await db.read.selectFrom("delivery").selectAll().orderBy("id").execute();
		expect(after).toEqual(before.map((each) => (each.at < 502 ? { ...each, address: "" } : each)));
	});
});
