import type { Spending, SpendingQuery } from "../../api/routes.ts";

/** A line of the table: a brand or prefix, or a group of them. */
export interface SpendingLine {
	readonly key: string;
	readonly name: string;
	readonly isSum: boolean;
	readonly charges: number;
	readonly credits: number;
}

/** The names with the highest cost, the remaining ones, calls not about a single product, and the total. */
export function spendingLines(spending: Spending, by: SpendingQuery["by"]): readonly SpendingLine[] {
	const { data, others, no_product, totals } = spending;
	const names = data.map(({ name, charges, credits }) => ({
		key: `name ${name}`,
		name: name === "" ? "No brand" : name,
		isSum: false,
		charges,
		credits,
	}));
	const noun = by === "brand" ? "brands" : "prefixes";
	const rest = { key: "others", name: `${others.names} other ${noun}`, isSum: false, ...amount(others) };
	const apart = { key: "none", name: "Not about one product", isSum: false, ...amount(no_product) };
	return [
		...names,
		...(others.names > 0 ? [rest] : []),
		...(no_product.charges > 0 ? [apart] : []),
		{ key: "total", name: "Total", isSum: true, ...amount(totals) },
	];
}

function amount({ charges, credits }: { readonly charges: number; readonly credits: number }) {
	return { charges, credits };
}
