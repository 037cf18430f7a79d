import { at, itemsOf, type Json, keysOf } from "../json.ts";
import {
	type Rule,
	require,
	requireEqual,
	requireError,
	requireShape,
	requireStatus,
	rule,
	Skipped,
} from "../rule.ts";
import { richProduct, samplesOf } from "../samples.ts";
import { VARIANTS } from "../shapes.ts";
import type { Target } from "../target.ts";

async function list(target: Target, query: string) {
	const answer = await target.call(`/products?${query}`);
	requireStatus(answer, 200);
	return answer;
}

const barcodesOf = (body: Json | undefined) =>
	itemsOf(at(body, "data")).map((each) => String(at(each, "barcode")));

/** `GET /products` (4.2, 2.9). */
export const listingRules: readonly Rule[] = [
	rule("2.9", "the listing has rows, pagination and meta of the documented shape", async (target) => {
		const answer = await list(target, "");
		requireShape(answer, "ProductList");
		requireShape(answer, "Pagination", "pagination");
	}),
	rule("4.2", "a page has 50 rows unless asked otherwise", async (target) => {
		const { body } = await list(target, "");
		requireEqual(at(body, "pagination", "per_page"), 50, "per_page");
		requireEqual(at(body, "pagination", "page"), 1, "page");
		const total = Number(at(body, "pagination", "total"));
		requireEqual(barcodesOf(body).length, Math.min(50, total), "the number of rows");
	}),
	rule("2.9", "total_pages is the total in pages", async (target) => {
		const { body } = await list(target, "per_page=7");
		const total = Number(at(body, "pagination", "total"));
		requireEqual(at(body, "pagination", "total_pages"), Math.ceil(total / 7), "total_pages");
	}),
	rule("4.2", "pages do not overlap", async (target) => {
		const one = barcodesOf((await list(target, "per_page=5&page=1")).body);
		const two = barcodesOf((await list(target, "per_page=5&page=2")).body);
		if (two.length === 0) throw new Skipped("the catalogue has one page");
		requireEqual(
			one.filter((barcode) => two.includes(barcode)),
			[],
			"barcodes on both pages",
		);
	}),
	rule("4.2", "a page beyond the last is empty", async (target) => {
		requireEqual(barcodesOf((await list(target, "page=1000000")).body), [], "the rows");
	}),
	...[
		"page=0",
		"per_page=0",
		"per_page=501",
		"page=x",
		"has_front=maybe",
		"updated_since=yesterday",
		"min_digits=0",
	].map((query) =>
		rule("4.2", `${query} is 400 bad_request, never clamped`, async (target) => {
			requireError(await target.call(`/products?${query}`), 400, "bad_request");
		}),
	),
	...VARIANTS.map((variant) =>
		rule("4.2", `has_${variant} filters by that variant`, async (target) => {
			for (const has of [true, false]) {
				const { body } = await list(target, `has_${variant}=${has}&per_page=20`);
				for (const each of itemsOf(at(body, "data"))) {
					const found = itemsOf(at(each, "variants")).includes(variant);
					require(found === has, `has_${variant}=${has} lists ${at(each, "barcode")}`);
				}
			}
		}),
	),
	rule("4.2", "search is a prefix of the barcode", async (target) => {
		const { barcode } = await richProduct(target);
		const prefix = barcode.slice(0, 4);
		const found = barcodesOf((await list(target, `search=${prefix}&per_page=500`)).body);
		requireEqual(
			found.filter((each) => !each.startsWith(prefix)),
			[],
			"barcodes without that prefix",
		);
		require(barcodesOf((await list(target, `search=${barcode}`)).body).includes(
			barcode,
		), "it does not find itself");
	}),
	rule("4.2", "min_digits exempts produce codes, max_digits does not", async (target) => {
		const long = barcodesOf((await list(target, "min_digits=13&per_page=200")).body);
		requireEqual(
			long.filter((each) => each.length < 13 && each.length !== 4),
			[],
			"shorter barcodes",
		);
		const short = barcodesOf((await list(target, "max_digits=12&per_page=200")).body);
		requireEqual(
			short.filter((each) => each.length > 12),
			[],
			"longer barcodes",
		);
	}),
	rule("4.2", "updated_since leaves out what is older", async (target) => {
		requireEqual(
			barcodesOf((await list(target, "updated_since=2999-01-01")).body),
			[],
			"products of the year 2999",
		);
		const { products } = await samplesOf(target);
		const { body } = await list(target, "updated_since=2000-01-01T00:00:00Z");
		require(Number(at(body, "pagination", "total")) >=
			Math.min(1, products.length), "it leaves out everything");
	}),
	rule("4.2", "an unknown ownership lists nothing", async (target) => {
		requireEqual(barcodesOf((await list(target, "ownership=nobody-owns-this-batch")).body), [], "the rows");
	}),
	rule("4.2", "a bulk check tells for each barcode whether it exists", async (target) => {
		const [{ barcode }, { unknown }] = [await richProduct(target), await samplesOf(target)];
		const body = { barcodes: [barcode, unknown] };
		const answer = await target.call("/products/bulk-check", { method: "POST", body });
		requireStatus(answer, 200);
		requireShape(answer, "ProductCheck");
		requireEqual(keysOf(at(answer.body, "results")), [barcode, unknown].sort(), "the results");
		requireEqual(at(answer.body, "results", barcode, "exists"), true, `exists of ${barcode}`);
		requireEqual(at(answer.body, "results", unknown, "exists"), false, `exists of ${unknown}`);
	}),
	...["/products/bulk-check", "/metadata/bulk-check"].map((path) =>
		rule("8", `POST ${path} takes 1 to 500 barcodes`, async (target) => {
			const check = (barcodes: Json) => target.call(path, { method: "POST", body: { barcodes } });
			requireError(await check([]), 400, "bad_request");
			requireError(
				await check(Array.from({ length: 501 }, (_, place) => String(10_000 + place))),
				400,
				"bad_request",
			);
			requireError(await check("4011"), 400, "bad_request");
			requireError(await check(["12x4"]), 400, "invalid_barcode");
		}),
	),
	rule("E3", "a listing by cursor gives every product once", async (target) => {
		const seen: string[] = [];
		for (let cursor: Json | undefined = "", pages = 0; typeof cursor === "string" && pages < 3; pages++) {
			const answer = await list(target, `per_page=20&cursor=${encodeURIComponent(cursor)}`);
			requireShape(answer, "CursorPagination", "pagination");
			seen.push(...barcodesOf(answer.body));
			cursor = at(answer.body, "pagination", "next_cursor");
		}
		require(new Set(seen).size === seen.length, "a product is listed twice");
		requireError(await target.call("/products?cursor=&page=1"), 400, "bad_request");
	}),
];
