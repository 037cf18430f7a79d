import type { AccountOverview, Key } from "../../api/routes.ts";
import { creditsInWords } from "../../format/credits.ts";

/** Something that the owner of the keys should know or do. */
export interface ToDo {
	readonly clientId: string;
	readonly keyName: string;
	readonly text: string;
	/** Where to do it: a path below the key's page. */
	readonly to: string;
	readonly action: string;
}

/** Keys that are out of credits or soon will be, and pending top-ups: one line for each key and top-up. */
export function toDos(keys: readonly Key[], waiting: AccountOverview["waiting_top_ups"]): readonly ToDo[] {
	const short = new Map(keys.filter(isShort).map((key) => [key.client_id, left(key)]));
	const asked = waiting.map(({ client_id, client_name, credits }) => ({
		clientId: client_id,
		keyName: client_name,
		text: `${short.get(client_id) ?? ""}${short.has(client_id) ? "; " : "has "}${creditsInWords(credits)} waiting for approval.`,
		to: "top-ups",
		action: "See the top-up",
	}));
	const awaited = new Set(waiting.map(({ client_id }) => client_id));
	const toAsk = keys
		.filter((key) => isShort(key) && !awaited.has(key.client_id))
		.map((key) => ({
			clientId: key.client_id,
			keyName: key.client_name,
			text: `${left(key)}.`,
			to: "top-ups",
			action: "Ask for credits",
		}));
	return [...toAsk, ...asked];
}

function isShort({ state, credit_balance, balance_is_low }: Key): boolean {
	return state === "active" && (credit_balance === 0 || balance_is_low);
}

function left({ credit_balance }: Key): string {
	return credit_balance === 0 ? "has no credits" : `has ${creditsInWords(credit_balance)} left`;
}
