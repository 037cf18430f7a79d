import { creditsForJson } from "../../api/credits.ts";
import type { QuoteTable } from "../../billing/prices/bill.ts";
import type { PriceList } from "../../billing/prices/prices.ts";
import type { ProductCaller } from "../../catalogue/reading/read-product.ts";
import { createFixedWindow, secondsUntil } from "../../platform/http/fixed-window.ts";
import { MINUTE_MS } from "../../platform/time/durations.ts";
import { tooManyAttempts } from "../errors.ts";
import type { Handlers } from "../http/call.ts";
import type { KeyAnswerParts } from "./key-answer.ts";
import { requireOwn } from "./key-handlers.ts";
import { priceFor } from "./price-for.ts";
import { quoteOrRefusal } from "./quoted-call.ts";

/** A quote reveals what data a product has, which the availability endpoints sell; it is for people, not for crawling. */
const QUOTES_A_MINUTE = 60;

interface QuoteParts extends Pick<KeyAnswerParts, "db"> {
	readonly prices: () => Promise<PriceList>;
	readonly quotes: QuoteTable<ProductCaller>;
}

/** What a call would cost this key now. Nothing is charged or recorded. */
export function quoteHandlers({ db, prices, quotes }: QuoteParts): Handlers<"GET /keys/{client_id}/quote"> {
	const minute = createFixedWindow(MINUTE_MS);
	return {
		async "GET /keys/{client_id}/quote"({ person, path, query, nowMs }) {
			const client = await requireOwn({ db }, person, path.client_id);
			const bucket = minute.count(person.account.account_id, QUOTES_A_MINUTE, nowMs);
			if (!bucket.admitted) throw tooManyAttempts("rate_limited", secondsUntil(bucket.resetAtMs, nowMs));
			const { lineItems, notes } = await quoteOrRefusal(quotes, client, query);
			const { items, units, balanceUnits, isCapped } = await priceFor(
				{ db, prices },
				client,
				lineItems,
				nowMs,
			);
			return {
				items,
				credits: creditsForJson(units),
				balance_after: creditsForJson(balanceUnits - units),
				is_affordable: units === 0 || (units <= balanceUnits && !isCapped),
				notes: [
					...notes,
					...(units > balanceUnits ? ["The balance is too low: the call would be refused with 402."] : []),
					...(units > 0 && isCapped
						? ["The key's daily cap is too low: the call would be refused with 402."]
						: []),
				],
			};
		},
	};
}
