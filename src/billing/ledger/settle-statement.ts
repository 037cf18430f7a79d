import { CompiledQuery } from "kysely";
import type { SingleStatement } from "../../platform/db/command.ts";
import { recordsText } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { BALANCE_COLUMNS, REPLACE_BALANCE } from "../balances/open-balances.ts";
import { ADD_USAGE, AUDIT_COLUMNS, USAGE_COLUMNS, usageOf } from "../usage/usage-rows.ts";
import { ADD_TO_SUM, ALL_CLIENTS, SUM_COLUMNS } from "../usage/usage-sums.ts";
import { BALANCE_FORMAT } from "./ledger.ts";
import type { Settlement, SettleOutcome } from "./settlement.ts";

/**
 * All of `settle` as one statement, so that a charge takes one round trip. It processes, in order, the inputs of every balance that covers all of them;
 * balances whose inputs have to be decided one by one, and clients with caps or whose owner owes, are left to the transaction. Memberships are locked in key order, then
 * balances, before anything is written; a membership that another transaction changes meanwhile is read as changed. Days that were summed up already
 * are summed up again (`reopenDays` in usage-rows.ts).
 *
 * $1 clients, $2 what each has to pay in how many entries, $3 the entries, $4 their distinct details, $5 audit, $6 usage, $7 refusals. `chained`
 * computes ledgerHash (ledger.ts) entry by entry. The array makes sure that all memberships are locked before the first balance is.
 */
const SETTLE = `
with recursive member as materialized (
	select client_id, balance_key from balance_member
	where client_id = any($1) and daily_cap_units is null and monthly_cap_units is null and owes is null order by client_id for update
), locked as materialized (
	select * from balance where balance_key = any(array(select balance_key from member)) order by balance_key for update
), paying as materialized (
	select locked.balance_key, balance_id, units, ledger_seq, ledger_hash, sum(entries)::bigint as entries
	from json_to_recordset($2) as asked (client_id text, cost bigint, entries bigint)
	join member on member.client_id = asked.client_id
	join locked on locked.balance_key = member.balance_key
	group by locked.balance_key, balance_id, units, ledger_seq, ledger_hash having units >= sum(cost)
), settled as materialized (
	select member.client_id, paying.balance_key, paying.units from member join paying on paying.balance_key = member.balance_key
), posted as materialized (
	select balance_key, row_number() over (partition by balance_key order by entry.ordinal) as ordinal, at, request_id, entry.units,
		($4::text[])[detail] as detail, barcode, entry.client_id
	from json_to_recordset($3) as entry (client_id text, ordinal bigint, at bigint, request_id text, units bigint, detail integer, barcode text)
	join settled on settled.client_id = entry.client_id
), chained as (
	select balance_key, 0::bigint as ordinal, 0::bigint as at, '' as request_id, 0::bigint as units, '' as detail, null::text as barcode,
		'' as client_id, ledger_seq as seq, units as balance_after, ledger_hash collate "default" as hash
	from paying where entries > 0
	union all
	select posted.balance_key, posted.ordinal, posted.at, posted.request_id, posted.units, posted.detail, posted.barcode,
		posted.client_id, chained.seq + 1, chained.balance_after + posted.units,
		rtrim(translate(encode(sha256(convert_to(concat_ws(E'\\n', '${BALANCE_FORMAT}', chained.hash, posted.balance_key, posted.client_id,
			chained.seq + 1, posted.at, posted.request_id, 'charge', posted.units, chained.balance_after + posted.units, posted.detail,
			coalesce(posted.barcode, ''), ''), 'UTF8')), 'base64'), '+/', '-_'), '=')
	from chained join posted on posted.balance_key = chained.balance_key and posted.ordinal = chained.ordinal + 1
), entered as (
	insert into ledger (balance_key, seq, at, request_id, kind, units, balance_after, detail, note, barcode, hash, client_id)
	select balance_key, seq, at, request_id, 'charge', units, balance_after, detail, null, barcode, hash, client_id from chained where ordinal > 0
), saved as (
	insert into balance (${BALANCE_COLUMNS.join(", ")})
	select chained.balance_key, paying.balance_id, chained.balance_after, chained.seq, chained.hash
	from chained join paying on paying.balance_key = chained.balance_key and paying.entries = chained.ordinal
	where chained.ordinal > 0 ${REPLACE_BALANCE}
), audited as (
	insert into audit (${AUDIT_COLUMNS.join(", ")})
	select ${AUDIT_COLUMNS.join(", ")} from json_populate_recordset(null::audit, $5)
	where client_id in (select client_id from settled)
), used as (
	insert into usage_hour (${USAGE_COLUMNS.join(", ")})
	select ${USAGE_COLUMNS.join(", ")} from json_populate_recordset(null::usage_hour, $6)
	where client_id in (select client_id from settled) order by client_id, hour, action ${ADD_USAGE}
), reopened as (
	delete from usage_sum where client_id = '${ALL_CLIENTS}' and grouped_by = 'action' and start in (select hour - hour % ${DAY_MS} from json_populate_recordset(null::usage_hour, $6)
		where client_id in (select client_id from settled))
), refused as (
	insert into usage_sum (${SUM_COLUMNS.join(", ")})
	select ${SUM_COLUMNS.join(", ")} from json_populate_recordset(null::usage_sum, $7)
	where client_id in (select client_id from settled) order by client_id, start, name ${ADD_TO_SUM}
)
select client_id, balance_key, units from settled`;

export const settleStatement: SingleStatement<Settlement, SettleOutcome> = {
	suits: ({ claim, windows, note }) => !claim && !windows && note === undefined,

	statement(inputs) {
		const { clients, asked, posted, details } = entriesOf(inputs);
		const { audit, usage, refusals } = usageOf(inputs, inputs.map(paid));
		return CompiledQuery.raw(SETTLE, [
			clients,
			recordsText(["client_id", "cost", "entries"], asked),
			recordsText(["client_id", "ordinal", "at", "request_id", "units", "detail", "barcode"], posted),
			details,
			recordsText(AUDIT_COLUMNS, audit),
			recordsText(USAGE_COLUMNS, usage),
			recordsText(SUM_COLUMNS, refusals),
		]);
	},

	outcomes(inputs, rows) {
		const keys = new Map(
			(rows as SettledRow[]).map(({ client_id, balance_key }) => [client_id, balance_key]),
		);
		const balances = new Map((rows as SettledRow[]).map(({ balance_key, units }) => [balance_key, units]));
		return inputs.map((input) => {
			const key = keys.get(input.clientId);
			const before = key === undefined ? undefined : balances.get(key);
			if (key === undefined || before === undefined) return undefined;
			const balanceUnits = before - input.charge.units;
			balances.set(key, balanceUnits);
			return { paid: true, balanceUnits, ...paid(input) };
		});
	},

	async find(tx, inputs) {
		const charged = await balancesAfter(tx, inputs);
		const recorded = await balancesOfRecorded(tx, inputs);
		return inputs.map((input) => {
			const found = input.charge.units > 0 ? charged : recorded;
			const balanceUnits = found.get(input.requestId);
			return balanceUnits === undefined ? undefined : { paid: true, balanceUnits, ...paid(input) };
		});
	},
};

interface SettledRow {
	readonly client_id: string;
	readonly balance_key: string;
	readonly units: number;
}

function paid({ status, charge }: Settlement): { status: number; debitedUnits: number } {
	return { status, debitedUnits: charge.units };
}

/** The statement's arguments: entries are in the order of their inputs and refer to details by their position in a list, from 1. */
function entriesOf(inputs: readonly Settlement[]) {
	const sums = new Map<string, { readonly client_id: string; cost: number; entries: number }>();
	const details = new Map<string, number>();
	const posted = [];
	for (const { clientId: client_id, charge, atMs: at, requestId: request_id, barcode } of inputs) {
		const sum = sums.get(client_id) ?? { client_id, cost: 0, entries: 0 };
		sums.set(client_id, sum);
		if (charge.units === 0) continue;
		sum.cost += charge.units;
		sum.entries++;
		const detail = details.get(charge.detail) ?? details.size + 1;
		details.set(charge.detail, detail);
		posted.push({ client_id, ordinal: posted.length, at, request_id, units: -charge.units, detail, barcode });
	}
	return { clients: [...sums.keys()], asked: [...sums.values()], posted, details: [...details.keys()] };
}

/** By client and request id in every chain: the client may have moved to another balance since. */
async function balancesAfter(tx: Tx, inputs: readonly Settlement[]): Promise<Map<string, number>> {
	const rows = await tx
		.selectFrom("ledger")
		.select(["request_id", "balance_after"])
		.where("client_id", "in", [...new Set(inputs.map(({ clientId }) => clientId))])
		.where(
			"request_id",
			"in",
			inputs.map(({ requestId }) => requestId),
		)
		.execute();
	return new Map(rows.map((row) => [row.request_id, row.balance_after]));
}

/** A request that cost nothing is found by its audit row: it must not be answered, and recorded, as failed besides. */
async function balancesOfRecorded(tx: Tx, inputs: readonly Settlement[]): Promise<Map<string, number>> {
	const free = inputs.filter(({ charge }) => charge.units === 0);
	if (free.length === 0) return new Map();
	const rows = await tx
		.selectFrom("audit")
		.innerJoin("balance_member", "balance_member.client_id", "audit.client_id")
		.innerJoin("balance", "balance.balance_key", "balance_member.balance_key")
		.select(["request_id", "balance.units"])
		.where("audit.client_id", "in", [...new Set(free.map(({ clientId }) => clientId))])
		.where("at", "in", [...new Set(free.map(({ atMs }) => atMs))])
		.where(
			"request_id",
			"in",
			free.map(({ requestId }) => requestId),
		)
		.execute();
	return new Map(rows.map((row) => [row.request_id, row.units]));
}
