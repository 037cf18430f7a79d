import { creditsForJson } from "../../api/credits.ts";
import { readBalance } from "../../billing/balances/balance.ts";
import type { LineItem } from "../../billing/prices/priced.ts";
import type { PriceList } from "../../billing/prices/prices.ts";
import { usageSince } from "../../billing/usage/usage.ts";
import { startOf } from "../../clients/account/usage-range.ts";
import type { Client } from "../../clients/policy/client.ts";
import type { Database } from "../../platform/db/database.ts";

interface PriceParts {
	readonly db: Database;
	readonly prices: () => Promise<PriceList>;
}

/** What line items cost a client at this moment, with its balance and daily cap. Nothing is charged. */
export async function priceFor(
	{ db, prices }: PriceParts,
	client: Client,
	lineItems: readonly LineItem[],
	nowMs: number,
) {
	const list = await prices();
	const units = lineItems.reduce(
		(sum, { action, quantity }) => sum + list.unitsOf(action, nowMs) * quantity,
		0,
	);
	const [balanceUnits, [today]] = await Promise.all([
		readBalance(db, client.clientId),
		usageSince(db, client.clientId, startOf("day", nowMs)),
	]);
	const isCapped = client.dailyCapUnits !== null && today.units + units > client.dailyCapUnits;
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
