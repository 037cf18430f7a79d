import { at, entriesOf, itemsOf } from "../json.ts";
import { needed, type Rule, require, requireEqual, requireStatus, rule } from "../rule.ts";
import {
	debitOf,
	priceOf,
	productWithoutScope,
	productWithPicture,
	richProduct,
	rounded,
	samplesOf,
	wholeProduct,
} from "../samples.ts";
import { METADATA_SCOPES } from "../shapes.ts";
import type { Answer, Target } from "../target.ts";

/** Checks that the headers of a successful answer give the price of its action. */
async function requirePrice(target: Target, answer: Answer, action: string, times = 1): Promise<void> {
	requireStatus(answer, 200);
	const price = rounded(times * (await priceOf(target, action)));
	require(debitOf(answer) === price, `${answer.call} debited ${debitOf(answer)}; ${action} costs ${price}`);
}

async function balanceOf(target: Target): Promise<number> {
	const { body } = await target.call("/balance");
	return Number(at(body, "credit_balance"));
}

/** Charging: sections 1, 4.2 and 4.3. */
export const billingRules: readonly Rule[] = [
	rule("4.2", "the debit of a read is the sum of what it returned", async (target) => {
		const { scopes } = await richProduct(target);
		const answer = await wholeProduct(target);
		const urls = entriesOf(at(answer.body, "images")).filter(([, url]) => url !== null).length;
		let price = urls * (await priceOf(target, "products.get.per_image"));
		for (const scope of scopes) price += await priceOf(target, `products.get.${scope}`);
		require(debitOf(answer) === rounded(price), `it debited ${debitOf(answer)} instead of ${rounded(price)}`);
	}),
	...METADATA_SCOPES.map((scope) =>
		rule("4.2", `${scope} alone costs what the price list says`, async (target) => {
			const { products } = await samplesOf(target);
			const having = products.find(({ scopes }) => scopes.includes(scope));
			const { barcode } = needed(having, `no product that was looked at has ${scope}`);
			await requirePrice(
				target,
				await target.call(`/products/${barcode}?include=${scope}`),
				`products.get.${scope}`,
			);
		}),
	),
	rule("4.2", "a scope without data costs nothing", async (target) => {
		const { barcode, missing } = await productWithoutScope(target);
		const answer = await target.call(`/products/${barcode}?include=${missing}`);
		requireStatus(answer, 200);
		require(debitOf(answer) === 0, `${missing} is empty and debited ${debitOf(answer)}`);
	}),
	rule("4.2", "one image URL costs the price of one image", async (target) => {
		const { barcode, variant } = await productWithPicture(target);
		const answer = await target.call(`/products/${barcode}?include=images&variants=${variant}`);
		await requirePrice(target, answer, "products.get.per_image");
	}),
	rule("4.2", "HEAD costs its price, and 0.05 unless the price was changed", async (target) => {
		const { barcode } = await richProduct(target);
		await requirePrice(
			target,
			await target.call(`/products/${barcode}`, { method: "HEAD" }),
			"products.head",
		);
	}),
	rule("4.2", "an image by redirect costs the price of one image", async (target) => {
		const { barcode, variant } = await productWithPicture(target);
		const answer = await target.call(`/products/${barcode}/image?variant=${variant}`);
		requireStatus(answer, 302);
		const price = await priceOf(target, "products.get.per_image");
		require(debitOf(answer) === price, `it debited ${debitOf(answer)} instead of ${price}`);
	}),
	rule("4.2", "a bulk check costs its price for each barcode, repeated ones once", async (target) => {
		const { unknown } = await samplesOf(target);
		const { barcode } = await richProduct(target);
		const body = { barcodes: [barcode, unknown, barcode] };
		const answer = await target.call("/products/bulk-check", { method: "POST", body });
		await requirePrice(target, answer, "products.bulk_check.per_barcode", 2);
	}),
	rule("4.3", "availability of one barcode costs its price", async (target) => {
		const { barcode } = await richProduct(target);
		await requirePrice(target, await target.call(`/metadata/${barcode}`), "metadata.get.per_barcode");
	}),
	rule(
		"4.3",
		"a bulk check of availability costs its price for each barcode, with fields another one",
		async (target) => {
			const { barcode } = await richProduct(target);
			const check = (fields: boolean) =>
				target.call("/metadata/bulk-check", { method: "POST", body: { barcodes: [barcode], fields } });
			await requirePrice(target, await check(false), "metadata.bulk_check.per_barcode");
			await requirePrice(target, await check(true), "metadata.bulk_check.fields.per_barcode");
		},
	),
	rule("4.3", "the listing of availability costs its price", async (target) => {
		await requirePrice(target, await target.call("/metadata/products?per_page=1"), "metadata.products.list");
	}),
	rule("4.3", "the list of metadata keys costs its price", async (target) => {
		await requirePrice(target, await target.call("/metadata-fields"), "metadata.fields.catalogue");
	}),
	rule("4.2", "the listing is free", async (target) => {
		const answer = await target.call("/products?per_page=1");
		require(debitOf(answer) === 0, `it debited ${debitOf(answer)}`);
	}),
	rule("1", "the balance falls by what was debited, and by nothing else", async (target) => {
		const { barcode } = await richProduct(target);
		const before = await balanceOf(target);
		const answer = await target.call(`/products/${barcode}?include=info`);
		const after = await balanceOf(target);
		require(rounded(before - after) ===
			debitOf(
				answer,
			), `the balance fell by ${rounded(before - after)} although ${debitOf(answer)} were debited (or somebody else uses the client)`);
		requireEqual(Number(answer.headers["x-credits-remaining"]), after, "X-Credits-Remaining");
	}),
	rule("2.10", "GET /usage counts what was debited", async (target) => {
		const spentIn = async () => Number(at((await target.call("/usage")).body, "totals", "credits_spent"));
		const before = await spentIn();
		const { barcode } = await richProduct(target);
		const answer = await target.call(`/products/${barcode}`, { method: "HEAD" });
		const after = await spentIn();
		require(rounded(after - before) >= debitOf(answer), `the totals rose by ${rounded(after - before)}`);
	}),
	rule("2.10", "the price list has every action", async (target) => {
		const { body } = await target.call("/pricing", { token: false });
		const missing = ACTIONS.filter((action) => typeof at(body, "actions", action) !== "number");
		requireEqual(missing, [], "actions without a price");
		for (const name of ["pricing_model", "formula", "notes"]) {
			require(at(body, name) !== undefined, `${name} is missing`);
		}
		require(itemsOf(at(body, "actions")).length === 0, "actions is no map");
	}),
];

const ACTIONS = [
	"products.get",
	...METADATA_SCOPES.map((scope) => `products.get.${scope}`),
	"products.get.per_image",
	"products.head",
	"products.bulk_check.per_barcode",
	"metadata.get.per_barcode",
	"metadata.bulk_check.per_barcode",
	"metadata.bulk_check.fields.per_barcode",
	"metadata.products.list",
	"metadata.fields.catalogue",
];
