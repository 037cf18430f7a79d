import { describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { clientId } from "../../api/client-id.ts";
import { requestId } from "../../platform/ids.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { grantCredits } from "../balances/grant.ts";
import { checkSum } from "./check-sum.ts";
import { ledgerDaysSum, readLedgerDays } from "./ledger-days.ts";
import { followed } from "./ledger-sum.ts";

const DAY = Date.UTC(2027, 4, 1);

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();

	async function granted(balanceKey: string, times: number) {
		const grants = Array.from({ length: times }, (_, place) => {
			const atMs = DAY + (place % 2) * DAY_MS;
			return { clientId: balanceKey, units: 1, note: null, requestId: requestId(atMs), atMs };
		});
		await Promise.all(grants.map((grant) => engine.db.write(grantCredits, grant)));
	}
	const stored = (balanceKey: string) =>
		engine.db.read
			.selectFrom("ledger_day")
			.selectAll()
			.where("balance_key", "=", balanceKey)
			.orderBy("day")
			.execute();

	async function read(balanceKey: string) {
		const days = await readLedgerDays(engine.db, balanceKey);
		const entriesOf = (day: number) =>
			days.reduce((sum, part) => sum + (part.day === day ? part.entries : 0), 0);
		return {
			entries: [entriesOf(DAY), entriesOf(DAY + DAY_MS)],
			first: Math.min(...days.map(({ first_seq }) => first_seq)),
			last: Math.max(...days.map(({ last_seq }) => last_seq)),
		};
	}

	test("the newest rows are left to readers, whatever is counted", async () => {
		const [many, few] = [clientId(), clientId()];
		await granted(many, 1001);
		await granted(few, 1000);
		const { step } = followed(engine.db, ledgerDaysSum, { now: () => DAY });
		while (await step());
		expect(await stored(few)).toEqual([]);
		expect(await read(few)).toEqual({ entries: [500, 500], first: 1, last: 1000 });
		await granted(many, 3);
		expect((await stored(many)).map(({ entries }) => entries)).toEqual([501, 500]);
		expect(await read(many)).toEqual({ entries: [503, 501], first: 1, last: 1004 });
		expect(await checkSum(engine.db, ledgerDaysSum)).toEqual([]);
		await engine.execute(`delete from ledger_day where balance_key = '${many}' and day = ${DAY}`);
		expect(await checkSum(engine.db, ledgerDaysSum)).toEqual([
			{
				clientId: many,
				problem: expect.stringMatching(
					/^rows of 2027-05-01: nothing is stored, but the ledger has 501, from \d+ to \d+$/,
				),
			},
		]);
	});
});
