import { sql } from "kysely";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { forUpdate } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { ulid } from "../../platform/ids.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { endOf, startOf } from "../../platform/time/periods.ts";
import type { CapSpan } from "../ledger/settlement.ts";
import { spentIn } from "./caps.ts";

/**
 * Notices once for each cap, period and share that a client has spent 50, 80 or 100 % of it. No charge looks at shares: they are found a moment later,
 * like falls below low-balance marks. Whoever decides holds the lock on the membership, which charges under a cap hold too.
 */

const PERCENTS = [50, 80, 100] as const;
/** Longer than any period, so that nothing is noticed twice in one. */
const REMEMBERED_MS = 40 * DAY_MS;
const SPANS: readonly CapSpan[] = ["day", "month"];
const FOUND_AT_ONCE = 200;

/** Looks for shares that were reached. Every process looks; the database decides which one records. @returns whether there may be more. */
export async function noteCapAlerts(db: Database, clock: Pick<Clock, "now">): Promise<boolean> {
	const nowMs = clock.now();
	const found = (await Promise.all(SPANS.map((span) => overdue(db, span, nowMs)))).flat();
	for (const clientId of new Set(found)) await db.write(noteCapAlert, { clientId, nowMs });
	return found.length >= FOUND_AT_ONCE;
}

/** Clients that have spent more of a cap than is recorded. An index contains those with caps alone. */
async function overdue(db: Database, span: CapSpan, nowMs: number): Promise<string[]> {
	const startMs = startOf(span, nowMs);
	const cap = span === "day" ? sql.ref("daily_cap_units") : sql.ref("monthly_cap_units");
	const { rows } = await sql<{ client_id: string }>`
		select client_id from (
			select member.client_id, ${cap} as cap_units,
				(select coalesce(sum(units), 0) from usage_hour where usage_hour.client_id = member.client_id and action = ''
					and hour >= ${startMs} and hour < ${endOf(span, startMs)}) as spent
			from balance_member as member join client on client.client_id = member.client_id
			where (daily_cap_units is not null or monthly_cap_units is not null) and ${cap} > 0 and revoked_at is null
		) as capped
		where spent * 2 >= cap_units and case when spent >= cap_units then 100 when spent * 5 >= cap_units * 4 then 80 else 50 end > coalesce((
			select max(percent) from spending_alert as alert where alert.client_id = capped.client_id and kind = ${span}
				and kind <> 'low_balance' and start = ${startMs} and alert.limit_units = capped.cap_units), 0)
		limit ${FOUND_AT_ONCE}`.execute(db.scan);
	return rows.map(({ client_id }) => client_id);
}

/** Records the shares that a client has reached of its caps; the highest one is to be mailed. */
export const noteCapAlert = command<{ clientId: string; nowMs: number }, undefined>(
	"billing.note_cap_alert",
	async (tx, { clientId, nowMs }, traits) => {
		await recordReached(tx, { clientId, nowMs, isMailed: true }, traits);
		return undefined;
	},
);

/** To be called when a cap was changed: whoever changes it sees what is spent, so nobody is told of shares that are reached by then. */
export function recordReachedSilently(
	tx: Tx,
	given: { readonly clientId: string; readonly nowMs: number },
	traits: EngineTraits,
): Promise<void> {
	return recordReached(tx, { ...given, isMailed: false }, traits);
}

async function recordReached(
	tx: Tx,
	{
		clientId,
		nowMs,
		isMailed,
	}: { readonly clientId: string; readonly nowMs: number; readonly isMailed: boolean },
	traits: EngineTraits,
): Promise<void> {
	const query = tx.selectFrom("balance_member").selectAll().where("client_id", "=", clientId);
	const member = await forUpdate(query, traits).executeTakeFirst();
	if (!member) return;
	for (const span of SPANS) {
		const capUnits = span === "day" ? member.daily_cap_units : member.monthly_cap_units;
		if (capUnits === null || capUnits === 0) continue;
		const start = startOf(span, nowMs);
		const spentUnits = await spentIn(tx, clientId, span, start);
		const reached = PERCENTS.filter((percent) => spentUnits * 100 >= percent * capUnits);
		for (const percent of reached.toReversed()) {
			await tx
				.insertInto("spending_alert")
				.values({
					alert_id: `cap_${ulid(nowMs)}`,
					client_id: clientId,
					kind: span,
					start,
					limit_units: capUnits,
					percent,
					at: nowMs,
					units: spentUnits,
					mail_waits: isMailed && percent === reached.at(-1) ? 1 : 0,
					webhook_waits: 0,
					expires_at: nowMs + REMEMBERED_MS,
				})
				.onConflict((on) => on.doNothing())
				.execute();
		}
	}
}
