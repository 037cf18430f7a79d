import type { OrderLine } from "../api/orders.ts";
import { METADATA, scopesInWords, VARIANT_NAMES } from "../format/product-words.ts";

/** What there is of a product, in words: its data, then its pictures. */
export function OrderContents({ line }: { readonly line: Pick<OrderLine, "scopes" | "variants"> }) {
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
	return <>{texts.length === 0 ? "None of what you chose" : texts.join(" · ")}</>;
}
