import { creditsForJson } from "../../api/credits.ts";
import { readBalance } from "../../billing/balances/balance.ts";
import { leftOfCaps, readSpendingCaps } from "../../billing/balances/caps.ts";
import type { LineItem } from "../../billing/prices/priced.ts";
import type { PriceList } from "../../billing/prices/prices.ts";
import type { Client } from "../../clients/policy/client.ts";
import type { Database } from "../../platform/db/database.ts";

/** What line items cost a client at this moment, with its balance and caps. Nothing is charged. */
export async function priceFor(
	{ db, prices }: { readonly db: Database; readonly prices: () => Promise<PriceList> },
	client: Client,
	lineItems: readonly LineItem[],
	nowMs: number,
) {
	const list = await prices();
	const units = lineItems.reduce(
		(sum, { action, quantity }) => sum + list.unitsOf(action, nowMs) * quantity,
		0,
	);
	const [balanceUnits, caps] = await Promise.all([
		readBalance(db, client.clientId),
		readSpendingCaps(db, client.clientId, nowMs),
	]);
	const left = leftOfCaps(caps);
	const isCapped = left !== null && units > left;
	return { items: lineItems.map((each) => pricedItem(each, list, nowMs)), units, balanceUnits, isCapped };
}

function pricedItem({ action, quantity }: LineItem, list: PriceList, nowMs: number) {
	const priceUnits = list.unitsOf(action, nowMs);
	return {
		action,
		count: quantity,
		price: creditsForJson(priceUnits),
		credits: creditsForJson(priceUnits * quantity),
	};
}
