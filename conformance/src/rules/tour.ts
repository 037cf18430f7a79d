import { productWithPicture, richProduct, samplesOf } from "../samples.ts";
import type { Answer, Target } from "../target.ts";

/** One answer of each kind, checked by all rules about conventions. */
export interface Tour {
	/** Answers to requests with a valid token. */
	readonly authenticated: readonly Answer[];
	/** Answers to requests without one. */
	readonly open: readonly Answer[];
	/** All answers that are not 2xx. */
	readonly refused: readonly Answer[];
	/** All answers that are free of charge. */
	readonly free: readonly Answer[];
	readonly all: readonly Answer[];
}

export function tourOf(target: Target): Promise<Tour> {
	return target.once("tour", async () => {
		const { barcode } = await richProduct(target);
		const { unknown } = await samplesOf(target);
		const charged = [
			await target.call(`/products/${barcode}?include=info`),
			await target.call(`/products/${barcode}`, { method: "HEAD" }),
			...(await redirect(target)),
		];
		const balance = await target.call("/balance");
		const refused = [
			await target.call("/products/12x4"),
			await target.call(`/products/${unknown}`),
			await target.call(`/products/${barcode}?variants=side`),
		];
		const unauthenticated = [
			await target.call("/balance", { token: false }),
			await target.call("/there-is-no-such-endpoint", { token: false }),
		];
		const open = [
			await target.call("/health", { token: false }),
			await target.call("/pricing", { token: false }),
			...unauthenticated,
		];
		const authenticated = [...charged, balance, ...refused];
		return {
			authenticated,
			open,
			refused: [...refused, ...unauthenticated],
			free: [balance, ...refused, ...open],
			all: [...authenticated, ...open],
		};
	});
}

async function redirect(target: Target): Promise<Answer[]> {
	try {
		const { barcode, variant } = await productWithPicture(target);
		return [await target.call(`/products/${barcode}/image?variant=${variant}`)];
	} catch {
		// A catalogue without pictures has no redirects.
		return [];
	}
}
