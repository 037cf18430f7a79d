import type { FoundProduct } from "../../api/routes.ts";
import type { BasketItem } from "../../basket/basket.ts";
import { sumOfCredits } from "../../format/credits.ts";
import { orderOfPicture, orderOfScope } from "./bought.ts";

/** What to buy of a product. */
export interface Chosen {
	readonly scopes: readonly string[];
	readonly variants: readonly string[];
}

/** Everything that can be bought and is not bought yet, limited to what the basket item selects, if there is one. */
export function everythingOf(product: FoundProduct, item?: BasketItem): Chosen {
	const isWanted = (scope: string) => !item?.include || (item.include as string[]).includes(scope);
	const isShot = (variant: string) => !item?.variants || (item.variants as string[]).includes(variant);
	return {
		scopes: product.scopes
			.filter(({ state, scope }) => state === "available" && !orderOfScope(product, scope))
			.map(({ scope }) => scope)
			.filter(isWanted),
		variants: isWanted("images")
			? product.variants
					.filter(({ state, variant }) => state === "available" && !orderOfPicture(product, variant))
					.map(({ variant }) => variant)
					.filter(isShot)
			: [],
	};
}

export function toggledIn(chosen: Chosen, list: keyof Chosen, name: string): Chosen {
	const names = chosen[list];
	return {
		...chosen,
		[list]: names.includes(name) ? names.filter((each) => each !== name) : [...names, name],
	};
}

export function chosenCredits({ scopes, variants }: FoundProduct, chosen: Chosen): number {
	const lines = [
		...scopes.filter(({ scope }) => chosen.scopes.includes(scope)),
		...variants.filter(({ variant }) => chosen.variants.includes(variant)),
	];
	return sumOfCredits(lines.map(({ price }) => price));
}

/** As a basket item: if everything is selected, it also covers what is added to the product before it is ordered, unless something is locked. */
export function itemOf(product: FoundProduct, chosen: Chosen): BasketItem {
	const all = everythingOf({ ...product, bought: null });
	const lines = [...product.scopes, ...product.variants];
	const isEverything =
		all.scopes.length === chosen.scopes.length && all.variants.length === chosen.variants.length;
	if (isEverything && lines.every(({ state }) => state !== "locked")) return { barcode: product.barcode };
	const include = [...chosen.scopes, ...(chosen.variants.length > 0 ? ["images"] : [])];
	return {
		barcode: product.barcode,
		include,
		...(chosen.variants.length > 0 ? { variants: [...chosen.variants] } : {}),
	} as BasketItem;
}
