/** The amount in a number field; null when it was left empty. */
export function parseAmount(entered: number | string): number | null {
	if (entered === "") return null;
	const amount = Number(entered);
	return Number.isFinite(amount) ? amount : null;
}
