/** A sum of money: `€25.00`. */
export function formatMoney(amount: number, currency: string): string {
	return new Intl.NumberFormat("en", { style: "currency", currency }).format(amount);
}

/** What a credit costs, with as many decimals as it has: `€0.085`. */
export function formatUnitPrice(amount: number, currency: string): string {
	return new Intl.NumberFormat("en", { style: "currency", currency, maximumFractionDigits: 6 }).format(
		amount,
	);
}
