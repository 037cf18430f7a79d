import { expect, test } from "vitest";
import { createPricing, type LineItem } from "./priced.ts";
import type { PriceChange, PriceList } from "./prices.ts";

/** A price list on which a HEAD costs 500 until its next change. */
function list(...changes: readonly PriceChange[]): PriceList {
	return {
		unitsOf: (action, atMs) =>
			changes.findLast((change) => change.action === action && change.effectiveAtMs <= atMs)?.units ?? 500,
		upcoming: (atMs) => changes.filter((change) => change.effectiveAtMs > atMs),
	};
}

const head: readonly LineItem[] = [{ action: "products.head", quantity: 2 }];

test("equal line items give the same charge until prices change", async () => {
	const only = list();
	const price = createPricing(async () => only);
	const charge = await price(head, 1);
	expect(charge.units).toBe(1000);
	expect(await price(head, 2)).toBe(charge);
	expect(await price([...head], 2)).toEqual(charge);
});

test("a price applies from its exact effective time, and not to an earlier request", async () => {
	const changing = list({ action: "products.head", units: 700, effectiveAtMs: 100, announcedAtMs: 0 });
	const price = createPricing(async () => changing);
	const units = [];
	for (const atMs of [99, 100, 99, 101]) units.push((await price(head, atMs)).units);
	expect(units).toEqual([1000, 1400, 1000, 1400]);
});

test("a different price list applies at once", async () => {
	let current = list();
	const price = createPricing(async () => current);
	await price(head, 1);
	current = list({ action: "products.head", units: 1, effectiveAtMs: 0, announcedAtMs: 0 });
	expect((await price(head, 1)).units).toBe(2);
});
