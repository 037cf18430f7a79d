import { openChangeTime } from "../catalogue/change-time.ts";
import { lockCatalogue } from "../catalogue/field-counts.ts";
import { removeProduct } from "../catalogue/remove-product.ts";
import { isVariant, type Variant } from "../catalogue/scopes.ts";
import { command } from "../platform/db/command.ts";
import { retire, writeImageMeta } from "./store.ts";

/** A product with all its pictures, or one of its pictures. */
export interface Removal {
	readonly barcode: string;
	readonly variant: Variant | null;
	readonly uploadOffsetMinutes: number;
	/** The time to stamp the change with where a clock is moved by hand; `null`: the time by the database's clock. */
	readonly nowMs: number | null;
}

/**
 * Removes a product or a picture from the catalogue. Rows and blobs of its pictures stay: past deliveries are attributed with them.
 * @returns what did not exist, or "removed".
 */
export const remove = command<Removal, "removed" | "no_product" | "no_variant">(
	"images.remove",
	async (tx, { barcode, variant, uploadOffsetMinutes, nowMs }, traits, beforeCommit) => {
		await lockCatalogue(tx, traits);
		const active = await tx
			.selectFrom("image")
			.select("variant")
			.where("barcode", "=", barcode)
			.where("active", "=", 1)
			.execute();
		if (variant === null) {
			for (const row of active) if (isVariant(row.variant)) await retire(tx, barcode, row.variant);
			const time = await openChangeTime(tx, traits, beforeCommit, nowMs);
			const change = await removeProduct(tx, traits, barcode, time.stampMs);
			if (!change) return "no_product";
			await time.record([change]);
			return "removed";
		}
		if (!active.some((row) => row.variant === variant)) return "no_variant";
		const time = await openChangeTime(tx, traits, beforeCommit, nowMs);
		await retire(tx, barcode, variant);
		const stamp = { uploadOffsetMinutes, stampMs: time.stampMs, changedVariant: variant };
		await time.record([await writeImageMeta(tx, traits, barcode, stamp)]);
		return "removed";
	},
);
