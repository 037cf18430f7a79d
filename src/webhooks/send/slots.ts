import type { DueWebhook } from "./claims.ts";

/**
 * Attempts that this process makes at once. Endpoints that were slow lately have slots of their own, which they keep until the attempt ends.
 * All others give theirs back after `HELD_MS`, so that one that turns slow keeps nobody waiting for longer than that.
 */
const SLOTS = { prompt: 256, slow: 128 } as const;
const HELD_MS = 500;
/** The part of these slots that one account can have attempts in. Such an attempt counts until it ends. */
const SHARE = 1 / 4;

type Lane = keyof typeof SLOTS;

interface Taken {
	readonly lane: Lane;
	readonly account: string;
	readonly sinceMs: number;
}

export interface Slots {
	/** Those of the due webhooks for which there is a slot, first those of the accounts that have the fewest attempts in progress. */
	choose(due: readonly DueWebhook[]): DueWebhook[];
	/** Takes a slot. @returns a function to call when the attempt has ended. */
	take(webhook: Pick<DueWebhook, "account" | "isSlow">): () => void;
}

/** @param nowMs a monotonic clock. */
export function createSlots(nowMs: () => number = () => performance.now()): Slots {
	const taken = new Set<Taken>();
	const ofLane = (lane: Lane) => [...taken].filter((each) => each.lane === lane);
	const chooseIn = (lane: Lane, due: readonly DueWebhook[]) => {
		const underWay = ofLane(lane);
		const held = underWay.filter(({ sinceMs }) => lane === "slow" || nowMs() - sinceMs < HELD_MS);
		const turns = turnsByAccount(due, underWay);
		return turns
			.filter(({ turn }) => turn < SLOTS[lane] * SHARE)
			.sort((a, b) => a.turn - b.turn)
			.slice(0, Math.max(0, SLOTS[lane] - held.length))
			.map(({ webhook }) => webhook);
	};
	return {
		choose: (due) => [
			...chooseIn(
				"prompt",
				due.filter(({ isSlow }) => !isSlow),
			),
			...chooseIn(
				"slow",
				due.filter(({ isSlow }) => isSlow),
			),
		],
		take({ account, isSlow }) {
			const slot = { lane: isSlow ? "slow" : "prompt", account, sinceMs: nowMs() } as const;
			taken.add(slot);
			return () => void taken.delete(slot);
		},
	};
}

/** How many attempts of its account each webhook would have before it: those in progress, and those due earlier. */
function turnsByAccount(due: readonly DueWebhook[], underWay: readonly Taken[]) {
	const counts = new Map<string, number>();
	const next = (account: string) => {
		const count = counts.get(account) ?? 0;
		counts.set(account, count + 1);
		return count;
	};
	for (const { account } of underWay) next(account);
	return due.map((webhook) => ({ webhook, turn: next(webhook.account) }));
}
