import { DAY_MS } from "../src/platform/time/durations.ts";
import { counted } from "./administration/filling.ts";

/** Number of days that a filled ledger covers, up to now. */
export const LEDGER_DAYS = 400;

/** Start of a filled ledger: the beginning of a UTC day. */
export function ledgerStart(nowMs: number): number {
	return nowMs - (nowMs % DAY_MS) - LEDGER_DAYS * DAY_MS;
}

const HASH = "0".repeat(43);

/**
 * SQL for both engines that gives a client without entries a ledger of this size. Every thousandth entry is a grant, and times are up to nine
 * seconds out of order, so that days overlap at each midnight. The hashes are all equal, because pages do not read them.
 * @param barcode SQL expression for the barcode of the charge numbered `i`
 */
export function ledgerSql(clientId: string, entries: number, nowMs: number, barcode = "null"): string[] {
	const intervalMs = Math.floor((LEDGER_DAYS * DAY_MS) / entries);
	const isGrant = "i = 1 or i % 1000 = 0";
	const grants = "(1 + i / 1000)";
	return [
		`insert into ledger (balance_key, seq, at, request_id, kind, units, balance_after, detail, note, barcode, hash)
		${counted(entries + 1)}
		select '${clientId}', i, cast(${ledgerStart(nowMs)} as bigint) + i * ${intervalMs} + (i * 7919 % 10) * 1000,
			'req_' || i, case when ${isGrant} then 'grant' else 'charge' end, case when ${isGrant} then 100000 else -90 end,
			100000 * ${grants} - 90 * (i - ${grants}), '[{"action":"products.get.info","quantity":1,"price_units":90}]', null, ${barcode}, '${HASH}'
		from counted where i > 0`,
		`insert into ledger_day (balance_key, day, entries, first_seq, last_seq)
		select balance_key, at - at % ${DAY_MS}, count(*), min(seq), max(seq) from ledger
		where balance_key = '${clientId}' group by balance_key, at - at % ${DAY_MS}`,
		`insert into sum_progress (sum, balance_key, ledger_seq) values ('ledger_days', '${clientId}', ${entries})`,
		`update balance set ledger_seq = ${entries}, ledger_hash = '${HASH}',
			units = (select balance_after from ledger where balance_key = '${clientId}' and seq = ${entries})
		where balance_key = '${clientId}'`,
	];
}
