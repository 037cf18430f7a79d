import { creditsForJson } from "../../api/credits.ts";
import { readBalance } from "../../billing/balances/balance.ts";
import { leftOfCaps, readSpendingCaps } from "../../billing/balances/caps.ts";
import type { LineItem } from "../../billing/prices/priced.ts";
import type { PriceList } from "../../billing/prices/prices.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Client } from "../policy/client.ts";

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
	const items = lineItems.map((each) => pricedItem(each, list, nowMs));
	return { items, units, ...(await means(db, client.clientId, units, nowMs)) };
}

/** Whether a client could pay some units at this moment: its balance, and what its caps leave, null without caps. */
export async function means(db: Database, clientId: string, units: number, nowMs: number) {
	const [balanceUnits, caps] = await Promise.all([
		readBalance(db, clientId),
		readSpendingCaps(db, clientId, nowMs),
	]);
	const leftUnits = leftOfCaps(caps);
	const isCapped = leftUnits !== null && units > leftUnits;
	const isAffordable = units === 0 || (units <= balanceUnits && !isCapped);
	return { balanceUnits, leftUnits, isCapped, isAffordable };
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
