import { counted, type Filling } from "./filling.ts";
import { accountOf, CLIENTS, clientOf, type Models, timeOf } from "./people.ts";

/** A third of all events came from this address, a fifth concern this client, and an eighth this subject. */
export const BUSY = { address: "192.0.2.1", client: 7, subject: "sign_up_open" } as const;

/** Fills the event log: four in ten events belong to the benchmark's own account, one in ten to the command line. */
export async function fillEvents(
	filling: Filling,
	{ accountId }: Models,
	entries: number,
	nowMs: number,
): Promise<void> {
	const client = clientOf(`case when i % 5 = 0 then ${BUSY.client} else i * 104729 % ${CLIENTS} end`);
	await filling.withoutIndexes("portal_event", async () => {
		await filling.run(`insert into portal_event (at, account_id, action, subject, client_id, detail, address, request_id)
		${counted(entries)}
		select ${timeOf(nowMs, entries)},
			case when i % 10 < 4 then '${accountId}' when i % 10 < 9 then ${accountOf(`i * 7919 % ${CLIENTS}`)} end,
			case i % 8 when 0 then 'key.created' when 1 then 'key.changed' when 2 then 'top_up.requested' when 3 then 'top_up.approved'
				when 4 then 'key.try_token' when 5 then 'account.enabled' when 6 then 'settings.changed' else 'order.placed' end,
			case when i % 8 in (0, 1, 4) then ${client} when i % 8 in (2, 3) then 'top_' || (10000000 + i % 200000)
				when i % 8 = 5 then ${accountOf(`i * 31 % ${CLIENTS}`)} when i % 8 = 6 then '${BUSY.subject}' else 'ord_' || i end,
			case when i % 8 in (0, 1, 2, 3, 4, 7) then ${client} end,
			case when i % 8 = 1 then '{"tier":["standard","enterprise"],"daily_cap_credits":[null,50]}' when i % 8 = 6 then 'true' end,
			case when i % 3 = 0 then '${BUSY.address}' else '10.' || (i % 200) || '.' || (i % 251) || '.9' end,
			'req_' || i
		from counted`);
	});
}
