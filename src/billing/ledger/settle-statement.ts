import { CompiledQuery } from "kysely";
import type { SingleStatement } from "../../platform/db/command.ts";
import { recordsText } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { REPLACE_BALANCE } from "../balances/balance.ts";
import {
	ADD_REFUSALS,
	ADD_USAGE,
	AUDIT_COLUMNS,
	REFUSAL_COLUMNS,
	USAGE_COLUMNS,
	usageOf,
} from "../usage/usage-rows.ts";
import { BARCODE_FORMAT } from "./ledger.ts";
import { ADD_TO_DAY, LEDGER_DAY_COLUMNS } from "./ledger-days.ts";
import type { Settlement, SettleOutcome } from "./settlement.ts";

/**
 * All of `settle` as one statement, so that a charge takes one round trip. It processes, in order, the inputs of every client whose balance covers
 * all of them; clients whose inputs have to be decided one by one are left to the transaction. The balances are locked in key order before anything
 * is written. Days that were summed up already are summed up again (`reopenDays` in usage-rows.ts).
 *
 * $1 clients, $2 what each has to pay in how many entries, $3 the entries, $4 their distinct details, $5 audit, $6 usage, $7 refusals. `chained`
 * computes ledgerHash (ledger.ts) entry by entry; `concat_ws` leaves out nulls.
 */
const SETTLE = `
with recursive locked as materialized (
	select * from balance where client_id = any($1) order by client_id for update
), settled as materialized (
	select asked.client_id, asked.entries, coalesce(locked.units, 0) as units, locked.ledger_seq, locked.ledger_hash
	from json_to_recordset($2) as asked (client_id text, cost bigint, entries bigint)
	left join locked on locked.client_id = asked.client_id
	where coalesce(locked.units, 0) >= asked.cost
), posted as materialized (
	select client_id, place, at, request_id, units, ($4::text[])[detail] as detail, barcode
	from json_to_recordset($3) as entry (client_id text, place bigint, at bigint, request_id text, units bigint, detail integer, barcode text)
), chained as (
	select client_id, 0::bigint as place, 0::bigint as at, '' as request_id, 0::bigint as units, '' as detail, null::text as barcode,
		ledger_seq as seq, units as balance_after, ledger_hash collate "default" as hash
	from settled where entries > 0
	union all
	select posted.client_id, posted.place, posted.at, posted.request_id, posted.units, posted.detail, posted.barcode,
		chained.seq + 1, chained.balance_after + posted.units,
		rtrim(translate(encode(sha256(convert_to(concat_ws(E'\\n', case when posted.barcode is not null then '${BARCODE_FORMAT}' end,
			chained.hash, posted.client_id, chained.seq + 1, posted.at, posted.request_id, 'charge', posted.units,
			chained.balance_after + posted.units, posted.detail, posted.barcode, ''), 'UTF8')), 'base64'), '+/', '-_'), '=')
	from chained join posted on posted.client_id = chained.client_id and posted.place = chained.place + 1
), entered as (
	insert into ledger (client_id, seq, at, request_id, kind, units, balance_after, detail, note, barcode, hash)
	select client_id, seq, at, request_id, 'charge', units, balance_after, detail, null, barcode, hash from chained where place > 0
), counted as (
	insert into ledger_day (${LEDGER_DAY_COLUMNS.join(", ")})
	select client_id, at - at % ${DAY_MS}, count(*), min(seq), max(seq) from chained where place > 0
	group by client_id, at - at % ${DAY_MS} ${ADD_TO_DAY}
), saved as (
	insert into balance (client_id, units, ledger_seq, ledger_hash)
	select chained.client_id, chained.balance_after, chained.seq, chained.hash
	from chained join settled on settled.client_id = chained.client_id and settled.entries = chained.place
	where chained.place > 0 ${REPLACE_BALANCE}
), audited as (
	insert into audit (${AUDIT_COLUMNS.join(", ")})
	select ${AUDIT_COLUMNS.join(", ")} from json_populate_recordset(null::audit, $5)
	where client_id in (select client_id from settled)
), used as (
	insert into usage_hour (${USAGE_COLUMNS.join(", ")})
	select ${USAGE_COLUMNS.join(", ")} from json_populate_recordset(null::usage_hour, $6)
	where client_id in (select client_id from settled) order by client_id, hour, action ${ADD_USAGE}
), reopened as (
	delete from day_total where day in (select hour - hour % ${DAY_MS} from json_populate_recordset(null::usage_hour, $6)
		where client_id in (select client_id from settled))
), refused as (
	insert into refusal_day (${REFUSAL_COLUMNS.join(", ")})
	select ${REFUSAL_COLUMNS.join(", ")} from json_populate_recordset(null::refusal_day, $7)
	where client_id in (select client_id from settled) order by client_id, day, error ${ADD_REFUSALS}
)
select client_id, units from settled`;

export const settleStatement: SingleStatement<Settlement, SettleOutcome> = {
	suits: ({ claim, dailyCapUnits, windows, note }) =>
		!claim && dailyCapUnits === undefined && !windows && note === undefined,

	statement(inputs) {
		const { clients, asked, posted, details } = entriesOf(inputs);
		const { audit, usage, refusals } = usageOf(inputs, inputs.map(paid));
		return CompiledQuery.raw(SETTLE, [
			clients,
			recordsText(["client_id", "cost", "entries"], asked),
			recordsText(["client_id", "place", "at", "request_id", "units", "detail", "barcode"], posted),
			details,
			recordsText(AUDIT_COLUMNS, audit),
			recordsText(USAGE_COLUMNS, usage),
			recordsText(REFUSAL_COLUMNS, refusals),
		]);
	},

	outcomes(inputs, rows) {
		const balances = new Map((rows as BalanceRow[]).map(({ client_id, units }) => [client_id, units]));
		return inputs.map((input) => {
			const before = balances.get(input.clientId);
			if (before === undefined) return undefined;
			const balanceUnits = before - input.charge.units;
			balances.set(input.clientId, balanceUnits);
			return { paid: true, balanceUnits, ...paid(input) };
		});
	},

	async find(tx, inputs) {
		const charged = inputs.filter(({ charge }) => charge.units > 0);
		if (charged.length === 0) return inputs.map(() => undefined);
		const found = new Map(
			(await entriesFor(tx, charged)).map((entry) => [entry.request_id, entry.balance_after]),
		);
		return inputs.map((input) => {
			const balanceUnits = found.get(input.requestId);
			return balanceUnits === undefined ? undefined : { paid: true, balanceUnits, ...paid(input) };
		});
	},
};

interface BalanceRow {
	readonly client_id: string;
	readonly units: number;
}

function paid({ status, charge }: Settlement): { status: number; debitedUnits: number } {
	return { status, debitedUnits: charge.units };
}

/** The statement's arguments: entries are numbered per client, from 1, and refer to details by their position in a list, from 1. */
function entriesOf(inputs: readonly Settlement[]) {
	const sums = new Map<string, { cost: number; entries: number }>();
	const details = new Map<string, number>();
	const posted: (readonly unknown[])[] = [];
	for (const { clientId, charge, atMs, requestId, barcode } of inputs) {
		const sum = sums.get(clientId) ?? { cost: 0, entries: 0 };
		sums.set(clientId, sum);
		if (charge.units === 0) continue;
		sum.cost += charge.units;
		sum.entries++;
		const detail = details.get(charge.detail) ?? details.size + 1;
		details.set(charge.detail, detail);
		posted.push([clientId, sum.entries, atMs, requestId, -charge.units, detail, barcode]);
	}
	const asked = [...sums].map(([clientId, { cost, entries }]) => [clientId, cost, entries]);
	return { clients: [...sums.keys()], asked, posted, details: [...details.keys()] };
}

/** Number of a client's newest ledger rows to search: far more than are added while a lost answer is being looked up. */
const NEWEST = 1_000_000;

async function entriesFor(tx: Tx, inputs: readonly Settlement[]) {
	return await tx
		.selectFrom("ledger")
		.innerJoin("balance", "balance.client_id", "ledger.client_id")
		.select(["ledger.request_id", "ledger.balance_after"])
		.where("ledger.client_id", "in", [...new Set(inputs.map(({ clientId }) => clientId))])
		.whereRef("ledger.seq", ">", ({ eb }) => eb("balance.ledger_seq", "-", NEWEST))
		.where(
			"ledger.request_id",
			"in",
			inputs.map(({ requestId }) => requestId),
		)
		.execute();
}
