import { isCleanVariant, type Variant } from "../../src/catalogue/fields/scopes.ts";
import type { DemoProduct } from "./catalogue.ts";
import type { Facing } from "./packages/print.ts";
import { cutOutOnTransparent, onWhite } from "./studio/develop.ts";
import { type Photograph, photograph } from "./studio/photograph.ts";

/** Side of every demo picture. */
export const PACKSHOT_PX = 640;

/** A packshot: JPEG on white for `front` and `back`, PNG with transparency for the clean variants. */
export async function renderPackshot(product: DemoProduct, variant: Variant): Promise<Uint8Array> {
	const photo = await sideOf(product, variant.startsWith("front") ? "front" : "back");
	return isCleanVariant(variant) ? cutOutOnTransparent(photo) : onWhite(photo);
}

/** White and clean variants are made from one photograph, and are usually requested in succession. */
const CACHED_SIDES = 4;
const cached = new Map<string, Promise<Photograph>>();

function sideOf(product: DemoProduct, facing: Facing): Promise<Photograph> {
	const key = `${product.record.barcode} ${facing}`;
	const known = cached.get(key);
	if (known) return known;
	const photo = product.scene(facing).then((scene) => photograph(scene, PACKSHOT_PX));
	cached.set(key, photo);
	for (const oldest of cached.keys()) {
		if (cached.size <= CACHED_SIDES) break;
		cached.delete(oldest);
	}
	return photo;
}
