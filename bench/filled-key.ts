import { DAY_MS, HOUR_MS } from "../src/platform/time/durations.ts";
import { counted } from "./administration/filling.ts";
import { LEDGER_DAYS, ledgerStart } from "./filled-ledger.ts";

/** Barcodes of 2,000 companies, for the charges. The same expression works in both engines. */
export const BARCODE = `case when i % 1000 <> 0 and i % 50 <> 0 and i > 1 then
	'07' || substr(cast(100000 + i % 2000 as text), 2) || substr(cast(1000000 + i * 7919 % 100000 as text), 2) end`;

const ACTIONS = [
	"",
	"products.get.info",
	"products.get.nutrition",
	"products.get.per_image",
	"products.head",
];

/**
 * SQL for both engines that gives a client with a filled ledger everything else that the pages read: an audit row for each entry, one in a
 * hundred refused, and aggregated usage, refusals and spending.
 */
export function keySql(clientId: string, entries: number, nowMs: number): string[] {
	const hours = LEDGER_DAYS * 24;
	const perHour = Math.floor(entries / hours);
	const start = ledgerStart(nowMs);
	const actions = ACTIONS.map((action) => `select '${action}' as action`).join(" union all ");
	const refused = "seq % 100 = 0";
	return [
		`insert into audit (client_id, at, request_id, method, route, status, address, units, barcode, error)
		select balance_key, at, request_id, 'GET', '/products/:barcode', case when ${refused} then 402 else 200 end, '192.0.2.1',
			case when ${refused} then 0 else -units end, barcode, case when ${refused} then 'insufficient_credits' end
		from ledger where balance_key = '${clientId}'`,
		`insert into usage_hour (client_id, hour, action, requests, units)
		${counted(hours)}
		select '${clientId}', cast(${start} as bigint) + i * ${HOUR_MS}, actions.action, ${perHour}, ${perHour * 90}
		from counted cross join (${actions}) as actions`,
		`${INTO_SUMS}
		${counted(LEDGER_DAYS)}
		select '${clientId}', 'error', 'day', cast(${start} as bigint) + i * ${DAY_MS}, 'insufficient_credits', ${perHour}, 0 from counted`,
		...spendingSql(clientId, entries),
	];
}

const INTO_SUMS = "insert into usage_sum (client_id, grouped_by, span, start, name, requests, units)";

/** Two thousand prefixes and as many brands per day. */
function spendingSql(clientId: string, entries: number): string[] {
	const from = `from ledger where balance_key = '${clientId}' and kind = 'charge'`;
	const dayOf = `at - at % ${DAY_MS}`;
	const prefix = "substr(barcode, 1, 7)";
	return [
		`${INTO_SUMS} select balance_key, 'prefix', 'day', ${dayOf}, ${prefix}, count(*), -sum(units) ${from} and barcode is not null
		group by balance_key, ${dayOf}, ${prefix}`,
		`${INTO_SUMS} select balance_key, 'none', 'day', ${dayOf}, '', count(*), -sum(units) ${from} and barcode is null
		group by balance_key, ${dayOf}`,
		`${INTO_SUMS} select client_id, 'brand', span, start, 'Brand ' || name, requests, units from usage_sum
		where client_id = '${clientId}' and grouped_by = 'prefix'`,
		// Months are copies of single days, one in thirty-one: only the cost of reading them matters.
		`${INTO_SUMS} select client_id, grouped_by, 'month', start, name, requests, units from usage_sum
		where client_id = '${clientId}' and span = 'day' and grouped_by in ('brand', 'prefix', 'none') and start / ${DAY_MS} % 31 = 0`,
		`insert into sum_progress (sum, balance_key, ledger_seq) values ('spending', '${clientId}', ${entries})
		on conflict (sum, balance_key) do update set ledger_seq = excluded.ledger_seq`,
	];
}
