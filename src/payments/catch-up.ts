import type { FastifyBaseLogger } from "fastify";
import { command } from "../platform/db/command.ts";
import type { Database } from "../platform/db/database.ts";
import { readServiceState, setServiceState } from "../platform/service-state.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../platform/time/durations.ts";
import { EVENT_TYPES } from "./facts.ts";
import { openStripe, type PaymentSettings } from "./stripe.ts";
import { AnotherSum, type MessageParts, type ReadMessage, readMessage, takeMessage } from "./take-message.ts";

const STATE = "stripe_messages";
/** Stripe lists messages of 30 days. */
const LISTED_MS = 30 * DAY_MS;
/** Looked at again, since a list may lag behind. */
const OVERLAP_MS = 10 * MINUTE_MS;

/** Up to when Stripe's list has been read, and a time of which it could not be read any more. */
export interface ReadUpTo {
	readonly untilMs: number;
	readonly gap?: { readonly fromMs: number; readonly toMs: number };
}

export async function readUpTo(db: Pick<Database, "read">): Promise<ReadUpTo | undefined> {
	const text = await readServiceState(db.read, STATE);
	return text === undefined ? undefined : JSON.parse(text);
}

/** Of two servers that have read the list, the later reading counts. */
export const noteReadUpTo = command<ReadUpTo, undefined>("payments.note_read_up_to", async (tx, read) => {
	const before: ReadUpTo = JSON.parse((await readServiceState(tx, STATE)) ?? '{"untilMs":0}');
	if (before.untilMs < read.untilMs) await setServiceState(tx, STATE, JSON.stringify({ ...before, ...read }));
	return undefined;
});

export interface CatchUpParts extends MessageParts {
	readonly config: { readonly payments: PaymentSettings };
	readonly log: Pick<FastifyBaseLogger, "error">;
}

/** Finds messages that were lost: takes all that Stripe lists since the list was last read, oldest first. Those that came before change nothing. */
export async function catchUp(parts: CatchUpParts): Promise<void> {
	const { db, clock, config, log } = parts;
	const stripe = await openStripe(config.payments);
	if (!stripe) return;
	const startMs = clock.now();
	const before = await readUpTo(db);
	const oldestMs = startMs - LISTED_MS;
	const gap = before && before.untilMs < oldestMs ? { fromMs: before.untilMs, toMs: oldestMs } : undefined;
	if (gap)
		log.error(gap, "Stripe no longer lists the messages of this time: compare its payments with those here");
	const sinceMs = Math.max(oldestMs, (before?.untilMs ?? 0) - OVERLAP_MS);
	const created = { gte: Math.floor(sinceMs / SECOND_MS) };
	const messages: ReadMessage[] = [];
	for await (const event of stripe.events.list({ created, types: [...EVENT_TYPES], limit: 100 })) {
		const message = readMessage(event);
		if (message) messages.push(message);
	}
	let failed: unknown;
	for (const message of messages.reverse()) {
		// One that cannot be carried out delays no other.
		await takeMessage(parts, stripe, message).catch((fault) => {
			if (fault instanceof AnotherSum) log.error(fault);
			else failed = fault;
		});
	}
	if (failed) throw failed;
	await db.write(noteReadUpTo, { untilMs: startMs, ...(gap ? { gap } : {}) });
}

const LOOK_EVERY_MS = 5 * MINUTE_MS;

/** Every server looks whether the list was read within the last hour. */
export function catchUpWork(parts: CatchUpParts) {
	return {
		everyMs: LOOK_EVERY_MS,
		async step() {
			const untilMs = (await readUpTo(parts.db))?.untilMs ?? 0;
			if (untilMs <= parts.clock.now() - HOUR_MS) await catchUp(parts);
			return false;
		},
	};
}

/** For a buyer who comes back before the message about the payment: reads the list now, once for all who wait. */
export function createCatchUpNow(parts: CatchUpParts): () => Promise<void> {
	let running: Promise<void> | undefined;
	return () => {
		running ??= catchUp(parts).finally(() => {
			running = undefined;
		});
		return running;
	};
}
