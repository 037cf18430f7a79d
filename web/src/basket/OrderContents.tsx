import { METADATA, scopesInWords, VARIANT_NAMES } from "../format/product-words.ts";
import type { Selection } from "./selection.ts";

/** The available data and pictures of a product, in words. */
export function OrderContents({ line }: { readonly line: Selection }) {
	const { scopes, variants } = line;
	const isAll = scopes.length === METADATA.length;
	const texts = [
		...(scopes.length === 0 ? [] : [isAll ? "All data" : scopesInWords(scopes)]),
		...(variants.length === 0
			? []
			: [
					variants.length > 1
						? `${variants.length} pictures`
						: `Picture: ${VARIANT_NAMES[variants[0] ?? "front"]}`,
				]),
	];
	return <>{texts.length === 0 ? "Nothing you chose is available" : texts.join(" · ")}</>;
}
