import { sql } from "kysely";
import type { ClientFault } from "../../api/client-fault.ts";
import type { Database } from "../../platform/db/database.ts";
import { walk } from "../../platform/db/walk.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { endOf } from "../../platform/time/periods.ts";
import { chargedElsewhere } from "../balances/clients-of-balance.ts";
import { DAY_OF_ROW } from "../ledger/ledger.ts";
import { defaultPriceUnits, isAction } from "../prices/actions.ts";
import { linesOf } from "../prices/charge.ts";

type Scan = Database["scan"];

export interface UsageCheck {
	readonly clients: number;
	/** The first few of each client. */
	readonly faults: readonly ClientFault[];
}

/** How long the audit log is kept, as of now; 0 days: forever. */
export interface Retained {
	readonly nowMs: number;
	readonly auditDays: number;
}

const CLIENTS_AT_ONCE = 1000;
const FAULTS_OF_A_CLIENT = 5;

/**
 * Compares what is recorded of each client's requests with the ledger: usage by day and action with the charges of that day, the audit log with both, and the
 * month's sums under a cap with usage. Hours are compared by day, since retention merges them; audit rows of the days of which none can have been deleted.
 * The service may keep charging meanwhile: what changes during the check is left out.
 */
export async function checkUsage(
	{ scan }: Pick<Database, "scan">,
	{ nowMs, auditDays }: Retained,
): Promise<UsageCheck> {
	const chains = await chainsOf(scan);
	const todayMs = nowMs - (nowMs % DAY_MS);
	const rules = {
		everFree: await actionsEverFree(scan),
		keptFromMs: auditDays === 0 ? 0 : todayMs - auditDays * DAY_MS,
		yesterdayMs: todayMs - DAY_MS,
	};
	const faults: ClientFault[] = [];
	let clients = 0;
	for await (const page of walk(
		scan.selectFrom("balance_member").select("client_id"),
		"client_id",
		CLIENTS_AT_ONCE,
	)) {
		for (const { client_id: clientId } of page) {
			clients++;
			const problems = await problemsOf(scan, clientId, chains.get(clientId) ?? [clientId], rules);
			for (const problem of problems.slice(0, FAULTS_OF_A_CLIENT)) faults.push({ clientId, problem });
		}
	}
	return { clients, faults: [...faults, ...(await monthFaults(scan))] };
}

/** The balances that clients were charged to; a client that is not in the map only ever to the one that it began with. */
async function chainsOf(scan: Scan): Promise<Map<string, string[]>> {
	const chains = new Map<string, string[]>();
	for (const { client_id, balance_key } of await chargedElsewhere({ scan }))
		chains.set(client_id, [...(chains.get(client_id) ?? [client_id]), balance_key]);
	return chains;
}

/** Requests that only such actions were charged for leave no ledger row. */
async function actionsEverFree(scan: Scan): Promise<(action: string) => boolean> {
	const rows = await scan.selectFrom("price").select("action").where("units", "=", 0).execute();
	const free = new Set(rows.map(({ action }) => action));
	return (action) => free.has(action) || !isAction(action) || defaultPriceUnits(action) === 0;
}

interface Sum {
	readonly requests: number;
	readonly units: number;
}

const NOTHING: Sum = { requests: 0, units: 0 };

/** Sums by day and action, the empty action for the requests themselves, under `day action`. */
type Sums = Map<string, Sum>;

interface Rules {
	readonly everFree: (action: string) => boolean;
	/** Audit rows before this day are deleted. */
	readonly keptFromMs: number;
	/** Audit rows from this day on are kept whatever the setting was. */
	readonly yesterdayMs: number;
}

async function problemsOf(
	scan: Scan,
	clientId: string,
	chains: readonly string[],
	rules: Rules,
): Promise<string[]> {
	const used = await usedBy(scan, clientId);
	const charged: Sums = new Map();
	const unreadable: string[] = [];
	for (const balanceKey of chains)
		unreadable.push(...(await addCharges(scan, clientId, balanceKey, charged)));
	const calls = await recordedCalls(scan, clientId, used, rules);
	const keys = new Set([...used.keys(), ...charged.keys(), ...keysOf(calls)]);
	const problems = [...keys].sort().flatMap((key) => {
		const [day = "", action = ""] = key.split(" ");
		const [use, charge] = [used.get(key) ?? NOTHING, charged.get(key) ?? NOTHING];
		const problem =
			chargeProblem(action, use, charge, rules) ??
			(action === "" ? callProblem(use, charge, calls.get(Number(day))) : undefined);
		return problem === undefined ? [] : [{ key, problem: `${aboutOf(day, action)}: ${problem}` }];
	});
	if (problems.length === 0) return unreadable;
	const usedNow = await usedBy(scan, clientId);
	const hasStayed = (key: string) => isSame(used.get(key) ?? NOTHING, usedNow.get(key) ?? NOTHING);
	return [...unreadable, ...problems.flatMap(({ key, problem }) => (hasStayed(key) ? problem : []))];
}

const isSame = (one: Sum, other: Sum) => one.requests === other.requests && one.units === other.units;
const keysOf = (calls: ReadonlyMap<number, Recorded>) => [...calls.keys()].map((day) => `${day} `);

function aboutOf(day: string, action: string): string {
	const date = isoTime(Number(day)).slice(0, 10);
	return action === "" ? date : `${date}, ${action}`;
}

function chargeProblem(action: string, use: Sum, charge: Sum, { everFree }: Rules): string | undefined {
	if (use.units !== charge.units) return `usage says ${use.units} units, but the ledger ${charge.units}`;
	const isCounted =
		action === "" || everFree(action) ? use.requests >= charge.requests : use.requests === charge.requests;
	return isCounted ? undefined : `usage counts ${use.requests} requests, but the ledger ${charge.requests}`;
}

/** @param calls absent for a day of which audit rows may have been deleted. */
function callProblem(use: Sum, charge: Sum, calls: Recorded | undefined): string | undefined {
	if (!calls) return undefined;
	if (calls.units !== charge.units || calls.charged !== charge.requests)
		return `the audit log says ${calls.units} units in ${calls.charged} requests, but the ledger ${charge.units} in ${charge.requests}`;
	return calls.requests === use.requests
		? undefined
		: `the audit log has ${calls.requests} requests, but usage counts ${use.requests}`;
}

async function usedBy(scan: Scan, clientId: string): Promise<Sums> {
	const { rows } = await sql<{ day: number; action: string; requests: number; units: number }>`
		select hour - hour % ${sql.lit(DAY_MS)} as day, action, sum(requests) as requests, sum(units) as units
		from usage_hour where client_id = ${clientId} group by hour - hour % ${sql.lit(DAY_MS)}, action`.execute(
		scan,
	);
	return new Map(rows.map(({ day, action, ...sum }) => [`${day} ${action}`, sum]));
}

/** Numbers of rows read by one statement, so that each takes a moment only. */
const ROWS_AT_ONCE = 200_000;

/** Adds what a client was charged from one balance. @returns what is wrong with the charges themselves. */
async function addCharges(scan: Scan, clientId: string, balanceKey: string, sums: Sums): Promise<string[]> {
	const newest = await scan
		.selectFrom("ledger")
		.select(({ fn }) => fn.max("seq").as("seq"))
		.where("balance_key", "=", balanceKey)
		.executeTakeFirst();
	const own =
		balanceKey === clientId
			? sql`coalesce(client_id, balance_key) = ${clientId}`
			: // Must match the condition of the partial index, or the index is not used.
				sql`client_id = ${clientId} and client_id <> balance_key`;
	const problems: string[] = [];
	for (let after = 0; after < (newest?.seq ?? 0); after += ROWS_AT_ONCE) {
		const { rows } = await sql<ChargedAlike>`
			select ${DAY_OF_ROW} as day, detail, count(*) as requests, -sum(units) as units
			from ledger where balance_key = ${balanceKey} and kind = 'charge' and ${own}
				and seq > ${after} and seq <= ${after + ROWS_AT_ONCE}
			group by ${DAY_OF_ROW}, detail`.execute(scan);
		for (const alike of rows) problems.push(...addAlike(sums, alike));
	}
	return problems;
}

/** Charges of one day with the same lines. */
interface ChargedAlike {
	readonly day: number;
	readonly detail: string;
	readonly requests: number;
	readonly units: number;
}

function addAlike(sums: Sums, { day, detail, requests, units }: ChargedAlike): string[] {
	add(sums, `${day} `, { requests, units });
	let ofLines = 0;
	try {
		for (const { action, quantity, priceUnits } of linesOf({ detail })) {
			ofLines += requests * quantity * priceUnits;
			add(sums, `${day} ${action}`, { requests, units: requests * quantity * priceUnits });
		}
	} catch {
		return [`${isoTime(day).slice(0, 10)}: a charge has lines that cannot be read: ${detail}`];
	}
	return ofLines === units
		? []
		: [
				`${isoTime(day).slice(0, 10)}: charges of ${units} units have lines that add up to ${ofLines}: ${detail}`,
			];
}

function add(sums: Sums, key: string, { requests, units }: Sum): void {
	const before = sums.get(key) ?? NOTHING;
	sums.set(key, { requests: before.requests + requests, units: before.units + units });
}

/** Audit rows of one day. */
interface Recorded extends Sum {
	readonly charged: number;
}

/** The audit rows of each day from the oldest on: a shorter retention of the past deleted whole days before it. */
async function recordedCalls(
	scan: Scan,
	clientId: string,
	used: Sums,
	{ keptFromMs, yesterdayMs }: Rules,
): Promise<Map<number, Recorded>> {
	const oldest = await scan
		.selectFrom("audit")
		.select(({ fn }) => fn.min("at").as("at"))
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	const calls = new Map<number, Recorded>();
	const oldestMs = oldest?.at ?? Number.MAX_SAFE_INTEGER;
	const firstMs = Math.max(Math.min(oldestMs - (oldestMs % DAY_MS), yesterdayMs), keptFromMs);
	for (const [fromMs, beforeMs] of spansOf(used, firstMs)) {
		const { rows } = await sql<Recorded & { day: number }>`
			select ${DAY_OF_ROW} as day, count(*) as requests, sum(units) as units,
				sum(case when units > 0 then 1 else 0 end) as charged
			from audit where client_id = ${clientId} and at >= ${fromMs} and at < ${beforeMs}
			group by ${DAY_OF_ROW}`.execute(scan);
		for (const { day, ...recorded } of rows) calls.set(day, recorded);
	}
	for (const day of daysOf(used)) {
		if (day.day >= firstMs && !calls.has(day.day)) calls.set(day.day, { ...NOTHING, charged: 0 });
	}
	return calls;
}

/** Spans that together cover all days from the first, each with about as many requests as one statement may read. */
function spansOf(used: Sums, firstMs: number): [fromMs: number, beforeMs: number][] {
	const starts = [firstMs];
	let requests = 0;
	for (const { day, requests: more } of daysOf(used)) {
		if (day <= firstMs) continue;
		requests += more;
		if (requests > ROWS_AT_ONCE) {
			starts.push(day);
			requests = more;
		}
	}
	return starts.map((start, place) => [start, starts[place + 1] ?? Number.MAX_SAFE_INTEGER]);
}

/** Requests by day, oldest first. */
function daysOf(used: Sums): { readonly day: number; readonly requests: number }[] {
	return [...used]
		.flatMap(([key, { requests }]) => {
			const [day = "", action] = key.split(" ");
			return action === "" ? [{ day: Number(day), requests }] : [];
		})
		.sort((one, other) => one.day - other.day);
}

/** Each month under a cap has one row with its sum, from which charges are decided. */
async function monthFaults(scan: Scan): Promise<ClientFault[]> {
	const months = await scan.selectFrom("spent_month").select("month").distinct().orderBy("month").execute();
	const faults: ClientFault[] = [];
	for (const { month } of months) {
		const { rows } = await sql<{ client_id: string; spent: number; used: number }>`
			select spent.client_id, spent.units as spent, coalesce(sum(usage_hour.units), 0) as used
			from spent_month as spent left join usage_hour on usage_hour.client_id = spent.client_id
				and usage_hour.action = '' and usage_hour.hour >= ${month} and usage_hour.hour < ${endOf("month", month)}
			where spent.month = ${month} group by spent.client_id, spent.units
			having spent.units <> coalesce(sum(usage_hour.units), 0)`.execute(scan);
		for (const { client_id: clientId, spent, used } of rows) {
			const about = isoTime(month).slice(0, 7);
			faults.push({
				clientId,
				problem: `${about}: under its cap ${spent} units are spent, but usage says ${used}`,
			});
		}
	}
	return faults;
}
