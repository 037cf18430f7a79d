import { answered, type Call } from "./call.ts";
import type { CallOptions } from "./options.ts";
import { productPath } from "./paths.ts";
import type { KosherRecord } from "./product-types.ts";
import type { Answer } from "./response-info.ts";

/** What the hechshers of products rest on, and what went wrong with them. */
export interface Kosher {
	/** Every hechsher of a product with its status today and its certificate, and live alerts. Billed if a hechsher is listed that is not withheld. */
	get(barcode: string, options?: CallOptions): Promise<Answer<KosherRecord>>;
}

export const kosherApi = (call: Call): Kosher => ({
	get: async (barcode, options) =>
		answered(call, { path: `${productPath(barcode)}/kosher`, isBilled: true }, options),
});
