import { creditsForJson } from "../../api/credits.ts";
import { type Actor, type Changes, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { type Clock, isoTime } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { type Action, actions, defaultPriceUnits, isAction } from "./actions.ts";

/** How long a price list may be cached (SPEC D14). */
const FRESH_MS = 5000;
/** How far in advance a price has to be announced (SPEC D17). */
export const NOTICE_MS = 30 * DAY_MS;

export interface PriceChange {
	readonly action: Action;
	readonly units: number;
	readonly effectiveAtMs: number;
	readonly announcedAtMs: number;
}

/** The prices in force at a given time, and the announced changes. */
export interface PriceList {
	unitsOf(action: Action, atMs: number): number;
	upcoming(atMs: number): readonly PriceChange[];
}

/** The price list, at most five seconds old. Changes take effect exactly on time, since they are known in advance. */
export function createPriceListRead(db: Database, clock: Clock): () => Promise<PriceList> {
	let cached: { list: PriceList; readAtMs: number } | undefined;
	return async () => {
		const now = clock.now();
		if (cached && Math.abs(now - cached.readAtMs) < FRESH_MS) return cached.list;
		const list = await readPriceList(db);
		cached = { list, readAtMs: now };
		return list;
	};
}

export async function readPriceList(db: Database): Promise<PriceList> {
	const rows = await db.read.selectFrom("price").selectAll().orderBy("effective_at").execute();
	const changes = rows.flatMap((row) =>
		isAction(row.action)
			? [
					{
						action: row.action,
						units: row.units,
						effectiveAtMs: row.effective_at,
						announcedAtMs: row.announced_at,
					},
				]
			: [],
	);
	const byAction = new Map<Action, PriceChange[]>(actions.map((action) => [action, []]));
	for (const change of changes) byAction.get(change.action)?.push(change);
	return {
		unitsOf: (action, atMs) =>
			byAction.get(action)?.findLast((change) => change.effectiveAtMs <= atMs)?.units ??
			defaultPriceUnits(action),
		upcoming: (atMs) => changes.filter((change) => change.effectiveAtMs > atMs),
	};
}

export interface PriceOrder {
	readonly action: Action;
	readonly units: number;
	readonly effectiveAtMs: number;
	readonly nowMs: number;
	/** Takes effect at once; refused if anything has ever been charged. */
	readonly immediately: boolean;
}

type PriceOutcome = "set" | "already_charging" | "notice_too_short";

/** Whether anybody was ever charged: from then on, prices are announced. */
export async function hasCharged(read: Pick<Tx, "selectFrom">): Promise<boolean> {
	const charge = await read
		.selectFrom("ledger")
		.select("seq")
		.where("kind", "=", "charge")
		.limit(1)
		.executeTakeFirst();
	return charge !== undefined;
}

/**
 * Announces a price at least 30 days in advance (SPEC D17), and records by whom. Another announcement for the same time replaces the first.
 * @param input.beforeUnits the current price, for the record.
 */
export const announcePrice = command<PriceOrder & { beforeUnits: number; actor: Actor }, PriceOutcome>(
	"portal.announce_price",
	async (tx, { actor, beforeUnits, ...order }) => {
		const { action, units, effectiveAtMs, nowMs } = order;
		if (order.immediately) {
			if (await hasCharged(tx)) return "already_charging";
		} else if (effectiveAtMs < nowMs + NOTICE_MS) return "notice_too_short";
		await tx
			.insertInto("price")
			.values({ action, units, effective_at: effectiveAtMs, announced_at: nowMs })
			.onConflict((on) => on.columns(["action", "effective_at"]).doUpdateSet({ units, announced_at: nowMs }))
			.execute();
		const changes: Changes = {
			price: [creditsForJson(beforeUnits), creditsForJson(units)],
			effective_from: [null, isoTime(effectiveAtMs)],
		};
		await recordEvent(tx, actor, "price.announced", action, changes);
		return "set";
	},
);
