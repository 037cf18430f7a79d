import { at } from "../json.ts";
import { type Rule, require, requireEqual, requireError, requireStatus, rule } from "../rule.ts";
import { productWithoutVariant, productWithPicture, samplesOf } from "../samples.ts";
import type { Target } from "../target.ts";

/** A signed URL that has not been fetched. */
async function freshUrl(target: Target): Promise<{ url: string; variant: string }> {
	const { barcode, variant } = await productWithPicture(target);
	const answer = await target.call(`/products/${barcode}?include=images&variants=${variant}`);
	requireStatus(answer, 200);
	return { url: String(at(answer.body, "images", variant)), variant };
}

/** The expected content type, and the first bytes of such a file. */
function signatureOf(variant: string): { type: string; start: string } {
	return variant.endsWith("_clean")
		? { type: "image/png", start: "89504e47" }
		: { type: "image/jpeg", start: "ffd8ff" };
}

const fetchOnce = (target: Target, url: string) => target.call(url, { token: false });

/** Signed URLs: sections 2.7, 3 and the image endpoints of 4.2. */
export const imageRules: readonly Rule[] = [
	rule(
		"4.2",
		"a signed URL gives the picture, in the format of its variant, without a token",
		async (target) => {
			const { url, variant } = await freshUrl(target);
			const answer = await fetchOnce(target, url);
			requireStatus(answer, 200);
			const { type, start } = signatureOf(variant);
			requireEqual(answer.headers["content-type"] ?? null, type, "Content-Type");
			require(answer.bytes.subarray(0, start.length / 2).toString("hex") ===
				start, `the bytes are no ${type}`);
			require(/^[01]$/.test(answer.headers["x-watermarked"] ?? ""), "X-Watermarked is neither 0 nor 1");
			requireEqual(answer.headers["x-credits-debited"] ?? null, "0", "X-Credits-Debited of the delivery");
		},
	),
	rule("3", "a signed URL works once", async (target) => {
		const { url } = await freshUrl(target);
		requireStatus(await fetchOnce(target, url), 200);
		requireError(await fetchOnce(target, url), 410, "signed_url_consumed");
	}),
	rule("3", "of parallel requests for one signed URL one gets the picture", async (target) => {
		const { url } = await freshUrl(target);
		const answers = await Promise.all(Array.from({ length: 8 }, () => fetchOnce(target, url)));
		const delivered = answers.filter(({ status }) => status === 200).length;
		require(delivered === 1, `${delivered} of 8 got it`);
	}),
	rule("2.7", "an altered token is 404", async (target) => {
		const { url } = await freshUrl(target);
		const place = url.length - 10;
		const altered = url.slice(0, place) + (url[place] === "A" ? "B" : "A") + url.slice(place + 1);
		requireError(await fetchOnce(target, altered), 404, "not_found");
		requireStatus(await fetchOnce(target, url), 200);
	}),
	rule("2.7", "every read gives another URL", async (target) => {
		const [one, other] = [await freshUrl(target), await freshUrl(target)];
		require(one.url !== other.url, "two reads gave the same URL");
	}),
	rule("4.2", "the redirect leads to a fresh signed URL that works", async (target) => {
		const { barcode, variant } = await productWithPicture(target);
		const answer = await target.call(`/products/${barcode}/image?variant=${variant}`);
		requireStatus(answer, 302);
		require(answer.bytes.length === 0, "it has a body");
		const location = answer.headers.location ?? "";
		require(/\/api\/v1\/image\/[^/]+$/.test(
			location,
		), `Location is ${location ? "no signed URL" : "missing"}`);
		requireStatus(await fetchOnce(target, location), 200);
	}),
	rule("4.2", "the redirect asks which variant", async (target) => {
		const { barcode } = await productWithPicture(target);
		for (const query of ["", "?variant=", "?variant=side"]) {
			requireError(await target.call(`/products/${barcode}/image${query}`), 400, "bad_request");
		}
	}),
	rule("7", "a variant that the product lacks is 404 variant_not_available", async (target) => {
		const { barcode, missing } = await productWithoutVariant(target);
		const answer = await target.call(`/products/${barcode}/image?variant=${missing}`);
		requireError(answer, 404, "variant_not_available");
	}),
	rule("7", "a redirect for an unknown barcode is 404 not_found", async (target) => {
		const { unknown } = await samplesOf(target);
		requireError(await target.call(`/products/${unknown}/image?variant=front`), 404, "not_found");
	}),
];
