import { badRequest } from "../platform/http/http-error.ts";

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** @throws HttpError 400 for a text that is no currency */
export function knownCurrency<T extends string | null | undefined>(currency: T): T {
	if (typeof currency === "string" && !CURRENCIES.has(currency)) {
		throw badRequest("currency: a code of ISO 4217, such as EUR.");
	}
	return currency;
}
