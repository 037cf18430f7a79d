import { demoHistory } from "@packshot/demo/history";
import { UNITS_PER_CREDIT } from "../api/credits.ts";
import type { WindowCounts } from "../api/limits/saved-windows.ts";
import { settle } from "../billing/ledger/settle.ts";
import type { Settlement } from "../billing/ledger/settlement.ts";
import { approveTopUp, rejectTopUp, requestTopUp } from "../billing/pages/top-ups/changes.ts";
import { defaultPriceUnits, isAction } from "../billing/prices/actions.ts";
import { type Charge, chargeOf } from "../billing/prices/charge.ts";
import { addUpDaysAgain } from "../billing/usage/add-up-days.ts";
import { changeClient } from "../clients/pages/changes.ts";
import type { WatermarkPolicy } from "../clients/policy/client.ts";
import { defaultPolicy, type Issuing, issueClient } from "../clients/policy/service.ts";
import type { Database } from "../platform/db/database.ts";
import { requestId, ulid } from "../platform/ids.ts";
import { DAY_MS, MINUTE_MS } from "../platform/time/durations.ts";
import { demoActor } from "./demo-actor.ts";

type History = ReturnType<typeof demoHistory>[number];
type HistoryEvent = History["events"][number];
type HistoryCall = Extract<HistoryEvent, { kind: "call" }>;
type HistoryTopUp = Extract<HistoryEvent, { kind: "top_up" }>;

interface People {
	readonly holderId: string;
	readonly administratorId: string;
}

/** Issues the demo's keys and replays `demoHistory` for them by the commands of real requests. @returns the first key, left with `balanceUnits`. */
export async function loadDemoHistory(
	issuing: Issuing,
	people: People,
	balanceUnits: number,
): Promise<{ clientId: string; apiKey: string }> {
	const nowMs = issuing.clock.now();
	const [first, ...others] = demoHistory(nowMs, balanceUnits, priceOf);
	if (!first) throw new Error("the demo has at least one key");
	const issued = await live(issuing, people, first, "invisible");
	for (const history of others) await live(issuing, people, history, "required");
	// The service is already running: it may have aggregated these days while they were still empty.
	await addUpDaysAgain(issuing.db, issuing.clock);
	return issued;
}

/** @param watermark whether the mark is drawn on what the key gets: the demo has one of each, to be compared. */
async function live(issuing: Issuing, people: People, history: History, watermark: WatermarkPolicy) {
	const { db } = issuing;
	const bornMs = history.events[0]?.atMs ?? issuing.clock.now();
	const clock = { ...issuing.clock, now: () => bornMs - 1 };
	const policy = { ...defaultPolicy, name: history.name, requestsPerMinute: 600, watermark };
	const issued = await issueClient({ ...issuing, clock }, policy, history.openingUnits, people.holderId);
	await markLowBalance(db, people.holderId, issued.clientId, history);
	const calls: CountedCall[] = [];
	const counted = windowCounts();
	for (const event of history.events) {
		if (event.kind === "call") {
			calls.push({ ...event, windows: counted(event.atMs) });
			continue;
		}
		await record(db, issued.clientId, calls.splice(0));
		await topUp(db, people, issued.clientId, event);
	}
	await record(db, issued.clientId, calls);
	return issued;
}

async function markLowBalance(
	db: Database,
	accountId: string,
	clientId: string,
	{ lowBalanceCredits, events }: History,
): Promise<void> {
	if (lowBalanceCredits === null) return;
	await db.write(changeClient, {
		clientId,
		ownedBy: accountId,
		lowBalanceUnits: lowBalanceCredits * UNITS_PER_CREDIT,
		actor: demoActor(accountId, events[0]?.atMs ?? 0),
	});
}

/** A call with the counts of requests in its minute and its day so far. */
type CountedCall = HistoryCall & Pick<Required<Settlement>, "windows">;

/** Counts requests as they arrive, by minute and by day. */
function windowCounts(): (atMs: number) => WindowCounts {
	let before: WindowCounts = { minute: 0, minute_count: 0, day: 0, day_count: 0 };
	return (atMs) => {
		const [minute, day] = [atMs - (atMs % MINUTE_MS), atMs - (atMs % DAY_MS)];
		const minute_count = minute === before.minute ? before.minute_count + 1 : 1;
		const day_count = day === before.day ? before.day_count + 1 : 1;
		before = { minute, minute_count, day, day_count };
		return before;
	};
}

/** In order: they are queued at once, and the writer takes them first in, first out. */
async function record(db: Database, clientId: string, calls: readonly CountedCall[]): Promise<void> {
	await Promise.all(calls.map((call) => db.write(settle, settlementOf(clientId, call))));
}

function settlementOf(clientId: string, call: CountedCall): Settlement {
	const { kind: _, lineItems, ...said } = call;
	return { ...said, clientId, requestId: requestId(call.atMs), charge: chargeOfLines(lineItems) };
}

function chargeOfLines(lines: HistoryCall["lineItems"]): Charge {
	return chargeOf(
		lines.map(({ action, quantity }) => ({ action: known(action), quantity, priceUnits: priceOf(action) })),
	);
}

function priceOf(action: string): number {
	return defaultPriceUnits(known(action));
}

function known(action: string) {
	if (!isAction(action)) throw new Error(`there is no action ${action}`);
	return action;
}

async function topUp(db: Database, people: People, clientId: string, event: HistoryTopUp): Promise<void> {
	const { atMs, credits, note, decision } = event;
	const topUpId = `topup_${ulid(atMs)}`;
	const units = Math.round(credits * UNITS_PER_CREDIT);
	const { holderId, administratorId } = people;
	await db.write(requestTopUp, {
		topUpId,
		clientId,
		accountId: holderId,
		units,
		note,
		actor: demoActor(holderId, atMs),
	});
	if (!decision) return;
	const decided = { topUpId, note: decision.note, actor: demoActor(administratorId, decision.atMs) };
	await db.write(decision.isApproved ? approveTopUp : rejectTopUp, decided);
}
