import { describe, expect, test } from "vitest";
import type { DescribedEvent } from "./read.ts";
import { describeEvent } from "./words.ts";

const event = (more: Partial<DescribedEvent>): DescribedEvent => ({
	id: 1,
	at: 0,
	account_id: "acct_1",
	action: "key.created",
	subject: "ps_client_a",
	client_id: null,
	detail: null,
	address: null,
	request_id: "req_1",
	email: null,
	client_name: null,
	buyer_id: null,
	subject_email: null,
	units: null,
	order_name: null,
	order_products: null,
	...more,
});

describe("an event says what was done", () => {
	test.each([
		[{ action: "key.rotated", client_name: "Corner shop" }, "New secret for key Corner shop"],
		[{ action: "key.changed", client_name: "Front till" }, "Key Front till changed"],
		[
			{ action: "key.changed", client_name: "shop@example.com", buyer_id: "acct_1" },
			"Account shop@example.com changed",
		],
		[{ action: "key.rotated", client_id: "ps_client_a" }, "New secret for key ps_client_a"],
		[
			{ action: "top_up.approved", subject: "top_1", client_name: "Shop", units: 12_500_000_500 },
			"Top-up of 1,250,000.05 credits for Shop approved",
		],
		[
			{ action: "credits.added", client_name: "Shop", detail: '{"units":-5,"note":null}' },
			"0.0005 credits taken back from Shop",
		],
		[
			{ action: "account.keys_allowed", subject_email: "a@example.com", detail: "null" },
			"Number of keys of a@example.com set to the default",
		],
		[
			{ action: "account.keys_allowed", subject_email: "null@example.com", detail: "6" },
			"Number of keys of null@example.com set to 6",
		],
		[
			{ action: "settings.changed", subject: "sign_up_open", detail: "true" },
			"Setting sign_up_open set to true",
		],
		[
			{ action: "order.placed", client_name: "Shop", order_name: "Autumn", order_products: 12 },
			"Shop bought order “Autumn”",
		],
		[{ action: "import.uploaded", detail: "ספק (2).xlsx" }, "\u2068ספק (2).xlsx\u2069 uploaded"],
		[{ action: "order.archive_issued", order_products: 1 }, "Archive of an order of 1 product fetched"],
		[{ action: "order.placed", client_name: "Shop" }, "Shop bought an order"],
		[
			{ action: "order.metadata_fetched", order_products: 2, detail: "woocommerce" },
			"Data of an order of 2 products fetched for WooCommerce",
		],
		[
			{ action: "order.metadata_fetched", order_products: 2, detail: "csv" },
			"Data of an order of 2 products fetched as CSV",
		],
		[{ action: "price.announced", subject: "products.get.info" }, "Price of “Product facts” announced"],
		[
			{ action: "price.withdrawn", subject: "products.smell" },
			"Announced price of “products.smell” withdrawn",
		],
		[{ action: "of.another.version", subject: "x" }, "of.another.version x"],
	])("%j", (more, what) => {
		expect(describeEvent(event(more)).what).toBe(what);
	});
});

describe("the changes of an event show the values before and after", () => {
	test("under human-readable names", () => {
		const detail = JSON.stringify({
			locks: [[], ["info", "nutrition.total_fat", "images.back_clean"]],
			watermark: ["required", "invisible"],
			multi_use_urls: [false, true],
			x: [null, 5],
		});
		expect(describeEvent(event({ action: "key.changed", detail })).changes).toEqual([
			{
				name: "Locks",
				before: "none",
				after: "Product facts, Nutrition: Total fat, Pictures: Back, cut out",
			},
			{ name: "Watermark", before: "the default", after: "invisible only" },
			{ name: "Multi-use URLs", before: "no", after: "yes" },
			{ name: "x", before: "none", after: "5" },
		]);
	});

	test("as far as an earlier version recorded them", () => {
		const detail = JSON.stringify({ name: "New", lowBalanceUnits: 50_000 });
		expect(describeEvent(event({ action: "key.changed", detail })).changes).toEqual([
			{ name: "Name", before: null, after: "New" },
			{ name: "Low-balance mark", before: null, after: "5" },
		]);
		expect(describeEvent(event({ action: "key.created", detail: "{broken" })).changes).toEqual([]);
	});
});
