import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MirrorBatch, Packshot } from "../../sdk/src/index.ts";
import { writeFeedCursor } from "../../src/catalogue/changes/feed-cursor.ts";
import { SCOPES } from "../../src/catalogue/fields/scopes.ts";
import { applyMetadata } from "../../src/catalogue/writing/apply-metadata.ts";
import { remove } from "../../src/pictures/store/remove.ts";
import { sdkClient } from "../support/sdk.ts";
import { startService, type TestService } from "../support/service.ts";

/** Copies of a changing catalogue, kept with the SDK. */

let service: TestService;
beforeAll(async () => {
	service = await startService();
	const many = Array.from({ length: 1300 }, (_, i) => String(30_000_000 + i));
	await add(...many);
});
afterAll(() => service.close());

async function add(...barcodes: string[]): Promise<void> {
	const changes = barcodes.map((barcode) => ({ barcode, info: { brand: `B${Math.random()}` } }));
	await service.installation.db.write(applyMetadata, {
		changes,
		existingOnly: false,
	});
}

async function drop(barcode: string): Promise<void> {
	await service.installation.db.write(remove, { barcode, variant: null, uploadOffsetMinutes: 0 });
}

async function inCatalogue(): Promise<string[]> {
	const rows = await service.installation.db.read
		.selectFrom("product")
		.select("barcode")
		.orderBy("barcode")
		.execute();
	return rows.map(({ barcode }) => barcode);
}

async function open(policy = {}) {
	const client = await service.client(
		{ requestsPerMinute: 100_000, requestsPerDay: 10_000_000, ...policy },
		"0",
	);
	return sdkClient(service, client);
}

/** What a program would keep in its database: products, with the listing or change they came from, and the cursor. */
interface Copy {
	readonly products: Map<string, string>;
	readonly cursor: string | undefined;
}

const EMPTY: Copy = { products: new Map(), cursor: undefined };

/** The copy after a batch, updated together with its cursor. */
function applied(copy: Copy, batch: MirrorBatch): Copy {
	const products = new Map(copy.products);
	if (batch.kind === "listing") {
		for (const { barcode } of batch.products) products.set(barcode, batch.listing);
		if (batch.isLast) {
			for (const [barcode, listing] of products) if (listing !== batch.listing) products.delete(barcode);
		}
	} else {
		for (const { barcode, removed } of batch.changes) {
			if (removed) products.delete(barcode);
			else products.set(barcode, "changed");
		}
	}
	return { products, cursor: batch.cursor };
}

async function upToDate(sdk: Packshot, copy: Copy): Promise<Copy> {
	for await (const batch of sdk.mirror({ cursor: copy.cursor, follow: false })) copy = applied(copy, batch);
	return copy;
}

const listed = ({ products }: Copy) => [...products.keys()].sort();

describe("mirror", () => {
	test("lists the catalogue, then follows its changes, free of charge", async () => {
		const { sdk } = await open();
		const copy = await upToDate(sdk, EMPTY);
		expect(listed(copy)).toEqual(await inCatalogue());
		await add("31000001", "31000002");
		await drop("31000001");
		await drop("30000005");
		const later = await upToDate(sdk, copy);
		expect(listed(later)).toEqual(await inCatalogue());
		expect(listed(later)).toContain("31000002");
		expect(listed(later)).not.toContain("30000005");
	});

	test("a copy of a client for whom everything is locked gains and loses products like any other", async () => {
		const { sdk } = await open({ locks: [...SCOPES] });
		const copy = await upToDate(sdk, EMPTY);
		await add("31000003", "31000004");
		await add("31000003");
		await drop("31000004");
		const later = await upToDate(sdk, copy);
		expect(listed(later)).toEqual(await inCatalogue());
		expect(listed(later)).toContain("31000003");
	});

	test("a consumer killed at random, even during the listing, ends up with exactly the catalogue", async () => {
		const { sdk } = await open();
		let copy = EMPTY;
		let next = 32_000_000;
		for (let life = 0; life < 60; life++) {
			// Killed while processing a batch: anything not saved together with its cursor is lost.
			let survives = Math.floor(Math.random() * 4);
			for await (const batch of sdk.mirror({ cursor: copy.cursor, follow: false })) {
				if (survives-- === 0) break;
				copy = applied(copy, batch);
				if (Math.random() < 0.5)
					await add(String(next++), String(30_000_000 + Math.floor(Math.random() * 1300)));
				if (Math.random() < 0.4) await drop(String(30_000_000 + Math.floor(Math.random() * 1300)));
			}
		}
		expect(listed(await upToDate(sdk, copy))).toEqual(await inCatalogue());
	});

	test("starts over when the changes after its cursor are no longer kept", async () => {
		const { sdk } = await open();
		const copy = await upToDate(sdk, EMPTY);
		const stale = { products: new Map([...copy.products, ["39999999", "changed"] as const]) };
		const [version, listing] = JSON.parse(copy.cursor ?? "");
		const feed = writeFeedCursor({ epoch: "another", position: 1 }, service.installation.secrets.cursorKeys);
		const cursor = JSON.stringify([version, listing, feed, null]);
		expect(listed(await upToDate(sdk, { ...stale, cursor }))).toEqual(await inCatalogue());
	});

	test("waits while its client is rate-limited, then continues", async () => {
		const { sdk, sent } = await open({ requestsPerMinute: 2 });
		expect(listed(await upToDate(sdk, EMPTY))).toEqual(await inCatalogue());
		expect(sent.some(({ status }) => status === 429)).toBe(true);
	});

	test("survives more lost responses in a row than a single call retries", async () => {
		const { sdk, loseAnswers } = await open();
		loseAnswers("GET /products", 9);
		expect(listed(await upToDate(sdk, EMPTY))).toEqual(await inCatalogue());
	});

	test("yields changes as they arrive while following, and ends with its abort signal", async () => {
		const { sdk } = await open();
		const copy = await upToDate(sdk, EMPTY);
		const stop = new AbortController();
		const seen: string[] = [];
		const following = (async () => {
			for await (const batch of sdk.mirror({ cursor: copy.cursor, signal: stop.signal })) {
				if (batch.kind !== "changes") continue;
				seen.push(...batch.changes.map(({ barcode }) => barcode));
				if (seen.length > 0) stop.abort(new Error("enough"));
			}
		})();
		await add("33000001");
		await expect(following).rejects.toThrow("enough");
		expect(seen).toEqual(["33000001"]);
	});

	test("rejects an invalid cursor, and throws the service's errors", async () => {
		const { sdk } = await open();
		for (const cursor of ["", "nonsense", "[]", '[2,"a","b",null]'])
			await expect(upToDate(sdk, { ...EMPTY, cursor })).rejects.toBeInstanceOf(TypeError);
		const expired = await open({ expiresAtMs: service.clock.now() - 1 });
		await expect(upToDate(expired.sdk, EMPTY)).rejects.toMatchObject({ code: "client_disabled" });
	});
});
