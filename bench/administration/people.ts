import { DAY_MS, HOUR_MS } from "../../src/platform/time/durations.ts";
import { counted, type Filling } from "./filling.ts";

export const CLIENTS = 10_000;
/** Per client. */
const TOP_UPS = 20;
const DAYS = 30;
/** Hours per day in which a client makes calls. */
const HOURS = 8;
const TWO_YEARS_MS = 730 * DAY_MS;

/** SQL for the account with this number, given as an SQL expression below 10,000. */
export const accountOf = (number: string) => `'acct_filled_' || (${number})`;

/** Replacements for the digits that identifiers cannot contain. */
const LETTERS: Readonly<Record<string, string>> = { 0: "a", 1: "e", 8: "c", 9: "d" };
const withoutDigits = (text: string) =>
	Object.entries(LETTERS).reduce(
		(changed, [digit, letter]) => `replace(${changed}, '${digit}', '${letter}')`,
		text,
	);

/** SQL for the client with this number, given as an SQL expression below 10,000. */
export const clientOf = (number: string) =>
	`'ps_client_abcdefghijkl' || ${withoutDigits(`cast(10000000 + ${number} as text)`)}`;

/** The same for a plain number. */
export const clientNumbered = (number: number) =>
	`ps_client_abcdefghijkl${String(10_000_000 + number).replace(/[0189]/g, (digit) => LETTERS[digit] ?? "")}`;

/** Time of the item with this number, out of `count` spread evenly over two years. */
export const timeMsOf = (nowMs: number, count: number, number: number) =>
	nowMs - TWO_YEARS_MS + number * Math.floor(TWO_YEARS_MS / count);

/** The same for `i`, as an SQL expression. */
export const timeOf = (nowMs: number, count: number) =>
	`cast(${nowMs - TWO_YEARS_MS} as bigint) + i * ${Math.floor(TWO_YEARS_MS / count)}`;

/** Rows to copy any values from that do not matter: the client and account that the benchmark signs in with. */
export interface Models {
	readonly clientId: string;
	readonly accountId: string;
}

/** Adds 10,000 accounts with a session and a client each, some with two, and aggregates of their whole history. */
export async function fillPeople(filling: Filling, models: Models, nowMs: number): Promise<void> {
	await fillAccounts(filling, models, nowMs);
	await fillClients(filling, models, nowMs);
	await filling.withoutIndexes("top_up", async () => {
		await filling.run(topUpSql(nowMs));
	});
	const todayMs = nowMs - (nowMs % DAY_MS);
	await filling.run(`insert into usage_hour (client_id, hour, action, requests, units)
		${counted(CLIENTS * DAYS * HOURS)}
		select ${clientOf(`i / ${DAYS * HOURS}`)}, cast(${todayMs} as bigint) - i / ${HOURS} % ${DAYS} * ${DAY_MS} + i % ${HOURS} * ${HOUR_MS},
			actions.action, 3 + i % 7, (3 + i % 7) * 90
		from counted cross join (select '' as action union all select 'products.get.info') as actions`);
	await filling.run(`${INTO_SUMS}
		${counted(CLIENTS * DAYS)}
		select ${clientOf(`i / ${DAYS}`)}, 'error', 'day', cast(${todayMs} as bigint) - i % ${DAYS} * ${DAY_MS}, errors.error, 1 + i % 5, 0
		from counted cross join (select 'rate_limited' as error union all select 'insufficient_credits') as errors`);
	await addUpDays(filling, todayMs);
}

/** Aggregates all days but the current one, as a server does in the background. */
async function addUpDays(filling: Filling, todayMs: number): Promise<void> {
	await filling.withoutIndexes("usage_sum", async () => {
		await filling.run(`${INTO_SUMS} select client_id, 'action', 'day', hour - hour % ${DAY_MS}, action, sum(requests), sum(units) from usage_hour
			where hour < ${todayMs} and hour >= ${todayMs - DAYS * DAY_MS} group by client_id, hour - hour % ${DAY_MS}, action`);
	});
	await filling.run(`${INTO_SUMS} select '', 'action', 'day', start, '', sum(requests), sum(units)
		from usage_sum where grouped_by = 'action' and name = '' group by start`);
	await filling.run(`${INTO_SUMS} select '', 'error', 'day', start, name, sum(requests), 0
		from usage_sum where grouped_by = 'error' and start < ${todayMs} group by start, name`);
	await filling.run(`${INTO_SUMS} values ('', 'action', 'day', ${todayMs - DAYS * DAY_MS}, '', 0, 0)`);
}

const INTO_SUMS = "insert into usage_sum (client_id, grouped_by, span, start, name, requests, units)";

async function fillAccounts({ run }: Filling, { accountId }: Models, nowMs: number): Promise<void> {
	await run(`insert into account (account_id, email, password_hash, created_at, totp_last_step, roles)
		${counted(CLIENTS)}
		select ${accountOf("i")}, case when i % 7 = 0 then 'shop' else 'person' end || i || '@' || case when i % 3 = 0 then 'example.org' else 'shops.example' end,
			(select password_hash from account where account_id = '${accountId}'), ${timeOf(nowMs, CLIENTS)}, 0,
			case when i % 500 = 0 then '["accountant"]' else '[]' end
		from counted`);
	await run(`insert into account_session (session_hash, session_id, account_id, created_at, last_seen_at, expires_at, address, user_agent)
		${counted(3 * CLIENTS)}
		select 'filled_' || i, 'ses_filled_' || i, ${accountOf(`i % ${CLIENTS}`)}, ${nowMs - DAY_MS}, ${nowMs} - i, ${nowMs + 30 * DAY_MS}, '192.0.2.1', 'Mozilla/5.0'
		from counted`);
}

async function fillClients({ run }: Filling, { clientId }: Models, nowMs: number): Promise<void> {
	const own: Record<string, string> = {
		client_id: clientOf("i"),
		name: "case when i % 9 = 0 then 'מכולת ' else 'Shop ' end || i",
		tier: "case when i % 4 = 0 then 'enterprise' else 'standard' end",
		key_hash: "'filled_' || i",
		expires_at: `case when i % 40 = 0 then ${nowMs - DAY_MS} end`,
		revoked_at: `case when i % 50 = 0 then ${nowMs - DAY_MS} end`,
		created_at: timeOf(nowMs, CLIENTS),
		owner_id: `case when i % 20 <> 0 then ${accountOf("i")} end`,
	};
	const [row = {}] = await run(`select * from client where client_id = '${clientId}'`);
	const columns = Object.keys(row);
	await run(`insert into client (${columns.join(", ")}) ${counted(CLIENTS)}
		select ${columns.map((column) => own[column] ?? `client.${column}`).join(", ")}
		from counted cross join client where client.client_id = '${clientId}'`);
	await run(`insert into balance (balance_key, balance_id, units, ledger_seq, ledger_hash) ${counted(CLIENTS)}
		select ${clientOf("i")}, 'bal_filled_' || i, i * 900, 0, '' from counted`);
	await run(`insert into balance_member (client_id, balance_key) ${counted(CLIENTS)}
		select ${clientOf("i")}, ${clientOf("i")} from counted`);
}

/** One in a hundred is still waiting. */
function topUpSql(nowMs: number): string {
	const count = CLIENTS * TOP_UPS;
	return `insert into top_up (top_up_id, client_id, account_id, units, note, state, requested_at, decided_at, decided_by)
		${counted(count)}
		select 'top_' || (10000000 + i), ${clientOf(`i % ${CLIENTS}`)}, ${accountOf(`i % ${CLIENTS}`)}, 1000000, 'For the new shop',
			case when i % 100 = 0 then 'requested' when i % 10 = 1 then 'rejected' when i % 10 = 2 then 'withdrawn' else 'approved' end,
			${timeOf(nowMs, count)}, ${timeOf(nowMs, count)}, ${accountOf("500")}
		from counted`;
}
