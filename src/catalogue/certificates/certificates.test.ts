import { describe, expect, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { TransactionTooLong } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { CERTIFICATES_CHANGED } from "../changes/change-bits.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import type { GivenHechsher, MetadataChange } from "../writing/metadata-change.ts";
import { noticeAllEnded, tellAllProducts, tellProducts } from "./tell-products.ts";

const barcodeOf = (number: number) => String(10_000_000 + number);
const LETTER = { certificate_id: "OU-1", valid_until: "2099-12-31" };

function certified(number: number, certificate: object = LETTER): MetadataChange {
	return {
		barcode: barcodeOf(number),
		hechshers: [{ symbol: "OU", certificate: certificate as typeof LETTER }],
	};
}

describe.each(engines)("on $name", (engine) => {
	const clock = testClock();
	const opened = engine.opened(clock);
	const apply = (...changes: MetadataChange[]) =>
		opened.db.write(applyMetadata, { changes, existingOnly: false });
	const head = async () => {
		const newest = await opened.db.read
			.selectFrom("product_change")
			.select(({ fn }) => fn.max("position").as("position"))
			.executeTakeFirst();
		return Number(newest?.position ?? 0);
	};
	const entriesAfter = (position: number) =>
		opened.db.read
			.selectFrom("product_change")
			.select(["barcode", "changed"])
			.where("position", ">", position)
			.orderBy("position")
			.execute();
	const row = (id: string) =>
		opened.db.read.selectFrom("certificate").selectAll().where("certificate_id", "=", id).executeTakeFirst();

	test("a renewed letter is one row, and an entry for each of its products, once", async () => {
		const products = Array.from({ length: 450 }, (_, number) => number);
		await apply(...products.map((number) => certified(number)));
		await apply({ barcode: barcodeOf(900), hechshers: [{ symbol: "OU" }] });
		const before = await head();
		await apply(certified(0, { certificate_id: "OU-1", valid_until: "2100-12-31" }));
		expect(await entriesAfter(before)).toEqual([]);
		await Promise.all([tellAllProducts(opened.db), tellAllProducts(opened.db)]);
		const entries = await entriesAfter(before);
		expect(entries.map(({ barcode }) => barcode).sort()).toEqual(products.map(barcodeOf).sort());
		expect(entries.every(({ changed }) => changed === CERTIFICATES_CHANGED)).toBe(true);
		expect(await row("OU-1")).toMatchObject({ valid_until: "2100-12-31", untold: null });
	});

	test("telling that takes too long once is tried again", async () => {
		await apply(certified(800, { certificate_id: "SLOW", valid_until: "2099-01-01" }));
		await apply(certified(800, { certificate_id: "SLOW", valid_until: "2100-01-01" }));
		let attempts = 0;
		const { read, write } = opened.db;
		const slow: typeof write = (command, input) =>
			++attempts === 1 ? Promise.reject(new TransactionTooLong("too long")) : write(command, input);
		await tellAllProducts({ read, write: slow });
		expect(attempts).toBeGreaterThan(1);
		expect(await row("SLOW")).toMatchObject({ untold: null });
	});

	test("telling goes on where it stopped", async () => {
		await apply(
			...[1000, 1001, 1002].map((number) =>
				certified(number, { certificate_id: "STOP", valid_until: "2099-01-01" }),
			),
		);
		const before = await head();
		await apply(certified(1000, { certificate_id: "STOP", valid_until: "2099-02-02" }));
		await opened.db.write(tellProducts, { limit: 2 });
		expect((await entriesAfter(before)).map(({ barcode }) => barcode)).toEqual([1000, 1001].map(barcodeOf));
		const again = opened.openAgain();
		try {
			await tellAllProducts(again);
		} finally {
			await again.close();
		}
		expect((await entriesAfter(before)).map(({ barcode }) => barcode)).toEqual(
			[1000, 1001, 1002].map(barcodeOf),
		);
	});

	test("when it was checked, where, and notes are no entry, nor is the same again", async () => {
		const certificate = { certificate_id: "QUIET", valid_until: "2099-01-01" };
		await apply(certified(2000, certificate));
		const before = await head();
		const [applied] = await apply(
			certified(2000, { ...certificate, checked_on: "2026-11-29", source: "phone", note: "ok" }),
		);
		expect(applied).toMatchObject({ outcome: "unchanged", certificates: ["QUIET"] });
		expect(
			await apply(certified(2000, { ...certificate, checked_on: "2026-11-29", source: "phone", note: "ok" })),
		).toMatchObject([{ outcome: "unchanged", certificates: [] }]);
		await tellAllProducts(opened.db);
		expect(await entriesAfter(before)).toEqual([]);
		expect(await row("QUIET")).toMatchObject({ checked_on: "2026-11-29", source: "phone", note: "ok" });
	});

	test("the end of a certificate is noticed once, by two nodes and after a restart", async () => {
		const today = isoTime(clock.now()).slice(0, 10);
		await apply(certified(3000, { certificate_id: "ENDS", valid_until: today }));
		const before = await head();
		await noticeAllEnded(opened.db, clock.now());
		expect(await entriesAfter(before)).toEqual([]);
		const again = opened.openAgain();
		try {
			const tomorrow = clock.now() + DAY_MS;
			await Promise.all([noticeAllEnded(opened.db, tomorrow), noticeAllEnded(again, tomorrow)]);
			await noticeAllEnded(again, tomorrow + DAY_MS);
		} finally {
			await again.close();
		}
		expect(await entriesAfter(before)).toEqual([{ barcode: barcodeOf(3000), changed: CERTIFICATES_CHANGED }]);
	});

	test("a link is an entry, and raises no updated_at", async () => {
		await apply({ barcode: barcodeOf(4000), hechshers: [{ symbol: "OU" }] });
		const stamp = () =>
			opened.db.read
				.selectFrom("product")
				.select(["updated_at", "changed_at"])
				.where("barcode", "=", barcodeOf(4000))
				.executeTakeFirst();
		const [at, before] = [await stamp(), await head()];
		clock.advance(10_000);
		await apply(certified(4000));
		expect(await entriesAfter(before)).toEqual([{ barcode: barcodeOf(4000), changed: CERTIFICATES_CHANGED }]);
		expect(await stamp()).toEqual(at);
	});

	test.each<[why: string, hechshers: GivenHechsher[], reason: string]>([
		[
			"an unknown certificate",
			[{ symbol: "OU", certificate_id: "NEVER" }],
			'certificate "NEVER" is not in the catalogue',
		],
		[
			"one of another agency",
			[{ symbol: "CRC", certificate_id: "OU-1" }],
			'certificate "OU-1" is one of OU, not of CRC',
		],
		[
			"a hechsher that is there twice",
			[{ symbol: "OU", certificate: LETTER }, { symbol: "OU" }],
			"the product has 2 hechshers OU",
		],
		[
			"an end before its beginning",
			[
				{
					symbol: "OU",
					certificate: { certificate_id: "BACK", issued_on: "2027-01-01", valid_until: "2026-01-01" },
				},
			],
			"before it was issued",
		],
	])("refuses %s, and changes nothing", async (_, hechshers, reason) => {
		const barcode = barcodeOf(5000);
		const [applied] = await apply({ barcode, hechshers });
		expect(applied).toMatchObject({ outcome: "refused", reason: expect.stringContaining(reason) });
		const found = await opened.db.read
			.selectFrom("product")
			.select("id")
			.where("barcode", "=", barcode)
			.execute();
		expect(found).toEqual([]);
		expect(await row("BACK")).toBeUndefined();
	});
});
