import type { AccountOverview, Key } from "../../api/routes.ts";
import { keyPath, ofEachBalance } from "../../basket/paying-key.ts";
import { creditsInWords, formatCredits } from "../../format/credits.ts";

/** Something that the owner of the keys should know or do. */
export interface ToDo {
	/** The page of the account's credits, or of the key. */
	readonly path: string;
	readonly keyName: string;
	readonly text: string;
	/** Where to do it: a path below that page. */
	readonly to: string;
	readonly action: string;
}

/** Caps half or more of which is spent; the balances that are empty or soon will be, each under the first that draws on it; and pending top-ups. */
export function toDos(keys: readonly Key[], waiting: AccountOverview["waiting_top_ups"]): readonly ToDo[] {
	const shortKeys = ofEachBalance(keys.filter(isShort));
	const short = new Map(shortKeys.map((key) => [key.client_id, left(key)]));
	const known = new Map(keys.map((key) => [key.client_id, key]));
	const asked = waiting.map(({ client_id, client_name, credits }) => ({
		path: keyPath(known.get(client_id) ?? { client_id, is_account: false }),
		keyName: known.get(client_id)?.client_name ?? client_name,
		text: `${short.get(client_id) ?? ""}${short.has(client_id) ? "; " : "has "}${creditsInWords(credits)} waiting for approval.`,
		to: "top-ups",
		action: "See the top-up",
	}));
	const awaited = new Set(waiting.map(({ client_id }) => known.get(client_id)?.balance_id));
	const toAsk = shortKeys
		.filter(({ balance_id }) => !awaited.has(balance_id))
		.map((key) => ({
			path: keyPath(key),
			keyName: key.client_name,
			text: `${left(key)}.`,
			to: "top-ups",
			action: "Ask for credits",
		}));
	return [...keys.flatMap(capAlerts), ...toAsk, ...asked];
}

const WARNED_FROM = 0.5;

/** The caps of which half or more is spent. */
function capAlerts(key: Key): readonly ToDo[] {
	const { state, client_name: keyName, spent_today, spent_this_month } = key;
	const caps = [
		["today", spent_today, key.daily_cap_credits],
		["this month", spent_this_month, key.monthly_cap_credits],
	] as const;
	if (state !== "active") return [];
	return caps.flatMap(([when, spent, cap]) =>
		cap === null || cap === 0 || spent < WARNED_FROM * cap
			? []
			: {
					path: keyPath(key),
					keyName,
					to: "",
					action: "See the cap",
					text: `has spent ${formatCredits(spent)} of the ${creditsInWords(cap)} that it may spend ${when}: ${Math.floor((spent / cap) * 100)} %.`,
				},
	);
}

function isShort({ state, credit_balance, balance_is_low }: Key): boolean {
	return state === "active" && (credit_balance === 0 || balance_is_low);
}

function left({ credit_balance }: Key): string {
	return credit_balance === 0 ? "has no credits" : `has ${creditsInWords(credit_balance)} left`;
}
