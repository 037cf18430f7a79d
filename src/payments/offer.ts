import { readPortalSettings } from "../people/portal-settings.ts";
import type { Database } from "../platform/db/database.ts";
import { type Decimal, minorUnits, parseDecimal, priceOf } from "./amounts.ts";
import { type PaymentSettings, paymentsOn } from "./stripe.ts";

/** What credits cost by card. */
export interface Offer {
	/** ISO 4217. */
	readonly currency: string;
	readonly price: Decimal | undefined;
	readonly packages: readonly { readonly units: number; readonly amount: number }[];
}

/** @returns undefined while credits cannot be paid by card: off, or without a price. */
export async function readOffer(
	db: Pick<Database, "read">,
	settings: PaymentSettings,
): Promise<Offer | undefined> {
	const { creditPrice, currency } = await readPortalSettings(db.read);
	if (!paymentsOn(settings) || currency === null) return undefined;
	const price = creditPrice === null ? undefined : parseDecimal(String(creditPrice));
	const packages = settings.packages.map((each) => ({
		units: each.units,
		amount: minorUnits(each.price, currency),
	}));
	return price || packages.length > 0 ? { currency, price, packages } : undefined;
}

/** What so many units cost; undefined if they are not sold. */
export function costOf({ currency, price, packages }: Offer, units: number): number | undefined {
	const ofPackage = packages.find((each) => each.units === units);
	return ofPackage?.amount ?? (price && priceOf(units, price, currency));
}
