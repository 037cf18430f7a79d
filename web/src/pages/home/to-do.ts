import type { Key } from "../../api/keys.ts";
import type { AccountOverview } from "../../api/overview.ts";
import { creditsInWords } from "../../format/credits.ts";

/** Something that the holder of the keys should know or do. */
export interface ToDo {
	readonly clientId: string;
	readonly keyName: string;
	readonly text: string;
	/** Where to do it, below the key's page; absent when there is only to wait. */
	readonly to?: string;
	readonly action?: string;
}

/** Keys that are out of credits or soon will be, unless a top-up for them waits already, and those top-ups. */
export function toDos(keys: readonly Key[], waiting: AccountOverview["waiting_top_ups"]): readonly ToDo[] {
	const awaited = new Set(waiting.map(({ client_id }) => client_id));
	const short = keys
		.filter(
			({ state, credit_balance, balance_is_low }) =>
				state === "active" && (credit_balance === 0 || balance_is_low),
		)
		.map((key) => ({
			clientId: key.client_id,
			keyName: key.client_name,
			text: key.credit_balance === 0 ? "has no credits." : `has ${creditsInWords(key.credit_balance)} left.`,
			...(awaited.has(key.client_id) ? {} : { to: "top-ups", action: "Ask for credits" }),
		}));
	const asked = waiting.map((topUp) => ({
		clientId: topUp.client_id,
		keyName: topUp.client_name,
		text: `waits for ${creditsInWords(topUp.credits)} to be approved.`,
		to: "top-ups",
		action: "See the top-up",
	}));
	return [...short, ...asked];
}
