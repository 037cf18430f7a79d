import { at, itemsOf, type Json } from "../json.ts";
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
import { debitOf, productWithPicture, richProduct, rounded, samplesOf } from "../samples.ts";
import { boolean, exactly, listOf, nullOr, number, object, oneOf, text, timestamp } from "../shapes.ts";
import type { Target } from "../target.ts";

/** @throws Skipped if the server implements an earlier version. */
async function requireVersion(target: Target): Promise<void> {
	const { body } = await target.once("health", () => target.call("/health", { token: false }));
	const [major = 0, minor = 0] = String(at(body, "api_version")).split(".").map(Number);
	if (major < 1 || (major === 1 && minor < 9)) throw new Skipped("the server is older than 1.9");
}

const addition = (section: string, title: string, run: (target: Target) => Promise<void>) =>
	rule(section, title, async (target) => {
		await requireVersion(target);
		await run(target);
	});

async function post(target: Target, path: string, body: Json) {
	return target.call(path, { method: "POST", body });
}

const KINDS = ["produce", "gtin-8", "upc-e", "gtin-12", "gtin-13", "gtin-14", "other"];

/** Additions of version 1.9. */
export const additionRules: readonly Rule[] = [
	addition("E1", "a size that is not prepared is 400, with those that are", async (target) => {
		const { barcode } = await richProduct(target);
		const answer = await target.call(`/products/${barcode}?include=images&size=31`);
		requireError(answer, 400, "bad_request");
		require(/full/.test(String(at(answer.body, "message"))), "the message lists no sizes");
	}),
	addition("E1", "a smaller size costs what an image costs, and is described as it is", async (target) => {
		const { barcode, variant } = await productWithPicture(target);
		const refusal = await target.call(`/products/${barcode}?include=images&size=31`);
		const size = /\b\d{2,5}\b(?!.*31)/.exec(String(at(refusal.body, "message")).replace(/\b31\b/g, ""))?.[0];
		if (!size) throw new Skipped("the installation prepares no sizes");
		const query = `include=images,image_meta&variants=${variant}`;
		const [whole, smaller] = [
			await target.call(`/products/${barcode}?${query}`),
			await target.call(`/products/${barcode}?${query}&size=${size}`),
		];
		requireStatus(smaller, 200);
		require(debitOf(smaller) === debitOf(whole), "it has another price");
		const edge = (body: Json | undefined) =>
			Math.max(
				...String(at(body, "image_meta", variant, "resolution"))
					.split("x")
					.map(Number),
			);
		require(edge(smaller.body) <= edge(whole.body), "image_meta describes a larger file");
	}),
	addition(
		"E4",
		"changes without a cursor are none yet, free, with a cursor to follow from",
		async (target) => {
			const answer = await target.call("/changes");
			requireStatus(answer, 200);
			requireShape(answer, object({ data: listOf(text), next_cursor: text, has_more: oneOf(false) }));
			requireEqual(itemsOf(at(answer.body, "data")).length, 0, "the number of changes");
			require(debitOf(answer) === 0, "it was charged");
			const cursor = encodeURIComponent(String(at(answer.body, "next_cursor")));
			const next = await target.call(`/changes?cursor=${cursor}`);
			requireStatus(next, 200);
			const entry = object({ barcode: text, changed_at: timestamp, changed: listOf(text), removed: boolean });
			requireShape(next, object({ data: listOf(entry), next_cursor: text, has_more: boolean }));
		},
	),
	addition("E4", "a cursor of nobody, and limits beyond the documented ones, are 400", async (target) => {
		requireError(await target.call("/changes?cursor=nonsense"), 400, "bad_request");
		requireError(await target.call("/changes?limit=1001"), 400, "bad_request");
		requireError(await target.call("/changes?wait=31"), 400, "bad_request");
	}),
	addition("E7", "a barcode means the product that has it, free of charge", async (target) => {
		const [{ barcode }, { unknown }] = [await richProduct(target), await samplesOf(target)];
		const answer = await post(target, "/barcodes/resolve", { barcodes: [barcode, unknown] });
		requireStatus(answer, 200);
		require(debitOf(answer) === 0, "it was charged");
		const result = exactly({
			barcode: nullOr(text),
			kind: oneOf(...KINDS),
			check_digit_valid: nullOr(boolean),
			unit: nullOr(text),
			suggestion: nullOr(text),
		});
		requireShape(answer, object({ results: object({ [barcode]: result, [unknown]: result }) }));
		requireEqual(at(answer.body, "results", barcode, "barcode"), barcode, "the barcode itself");
		requireEqual(at(answer.body, "results", unknown, "barcode"), null, "an unknown barcode");
	}),
	addition("E8", "a quote costs nothing and is the sum of its lines", async (target) => {
		const [{ barcode }, { unknown }] = [await richProduct(target), await samplesOf(target)];
		const items = [{ barcode }, { barcode: unknown }, { barcode }];
		const answer = await post(target, "/orders/quote", { items, include: ["info"] });
		requireStatus(answer, 200);
		require(debitOf(answer) === 0, "it was charged");
		const line = object({
			barcode: text,
			found: boolean,
			scopes: listOf(text),
			variants: listOf(text),
			credits: number,
		});
		requireShape(answer, object({ credits: number, lines: listOf(line) }));
		const lines = itemsOf(at(answer.body, "lines"));
		requireEqual(lines.length, 2, "the number of lines: items of one barcode are merged");
		const sum = rounded(lines.reduce<number>((all, each) => all + Number(at(each, "credits")), 0));
		requireEqual(at(answer.body, "credits"), sum, "credits");
	}),
	addition("E8", "an order beyond max_credits is 422, and buys nothing", async (target) => {
		const { barcode } = await richProduct(target);
		const answer = await post(target, "/orders", { items: [{ barcode }], max_credits: 0.0001 });
		requireError(answer, 422, "max_credits_exceeded");
		require(debitOf(answer) === 0, "it was charged");
	}),
	addition("E8", "what was ordered is fetched again free of charge", async (target) => {
		const { barcode } = await richProduct(target);
		const ordered = await post(target, "/orders", { items: [{ barcode }], include: ["info"] });
		requireStatus(ordered, 201);
		require(/\/orders\/ord_/.test(ordered.headers.location ?? ""), "there is no Location");
		const again = await target.call(`/orders/${at(ordered.body, "order_id")}/products`);
		requireStatus(again, 200);
		require(debitOf(again) === 0, "it was charged again");
		requireEqual(
			itemsOf(at(again.body, "data")).map((each) => at(each, "barcode") ?? null),
			[barcode],
			"its products",
		);
	}),
	addition("E8", "an order of nobody is 404 not_found", async (target) => {
		requireError(await target.call("/orders/ord_01ARZ3NDEKTSV4RRFFQ69G5FAV"), 404, "not_found");
	}),
];
