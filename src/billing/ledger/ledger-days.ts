import type { Database } from "../../platform/db/database.ts";
import { insertion } from "../../platform/db/rows.ts";
import { isoTime } from "../../platform/time/clock.ts";
import type { LedgerDayTable } from "../tables.ts";
import { differences } from "./check-sum.ts";
import { DAY_OF_ROW } from "./ledger.ts";
import { type LedgerStretch, ledgerSum } from "./ledger-sum.ts";

/** Ledger rows counted in one transaction, for which charges wait. */
const MOST_ROWS = 10_000;

/** New rows always have higher numbers than existing ones. */
const addDays = insertion(
	"ledger_day",
	["balance_key", "day", "entries", "first_seq", "last_seq"],
	`on conflict (balance_key, day) do update set entries = ledger_day.entries + excluded.entries, last_seq = excluded.last_seq`,
);

/** The rows of each balance's ledger by day. Pages count the newest themselves, so few transactions are needed, however many balances there are. */
export const ledgerDaysSum = ledgerSum<readonly LedgerDayTable[]>({
	name: "ledger_days",
	leavesRows: 1000,
	async read(db, balanceKey, { after, upTo: newest }) {
		const upTo = Math.min(newest, after + MOST_ROWS);
		return { upTo, sums: await countDays(db, balanceKey, { after, upTo }) };
	},
	async add(tx, traits, days) {
		await addDays(tx, traits, days);
	},
	async owners({ scan }) {
		const rows = await scan.selectFrom("ledger_day").select("balance_key").distinct().execute();
		return rows.map(({ balance_key }) => balance_key);
	},
	async compare({ scan }, owners, rebuilt) {
		const stored = await scan
			.selectFrom("ledger_day")
			.selectAll()
			.where("balance_key", "in", owners)
			.execute();
		const days = new Map<string, LedgerDayTable>();
		for await (const more of rebuilt) {
			for (const day of more) {
				const name = `${day.balance_key} ${day.day}`;
				const { entries, first_seq } = days.get(name) ?? { ...day, entries: 0 };
				days.set(name, { ...day, entries: entries + day.entries, first_seq });
			}
		}
		return differences(stored.map(figureOf), [...days.values()].map(figureOf));
	},
});

function figureOf({ balance_key: clientId, day, entries, first_seq, last_seq }: LedgerDayTable) {
	const about = `rows of ${isoTime(day).slice(0, 10)}`;
	return { clientId, about, amount: `${entries}, from ${first_seq} to ${last_seq}` };
}

/** A balance's ledger by day, up to its newest row; a day may be in two parts. */
export async function readLedgerDays(
	{ scan }: Pick<Database, "scan">,
	balanceKey: string,
): Promise<LedgerDayTable[]> {
	const stored = await scan
		.selectFrom("ledger_day")
		.selectAll()
		.where("balance_key", "=", balanceKey)
		.execute();
	// Every row is of some day, so these say themselves how far they go.
	const after = stored.reduce((most, day) => Math.max(most, day.last_seq), 0);
	const newest = await countDays({ scan }, balanceKey, { after, upTo: Number.MAX_SAFE_INTEGER });
	return [...stored, ...newest];
}

async function countDays(
	{ scan }: Pick<Database, "scan">,
	balanceKey: string,
	{ after, upTo }: LedgerStretch,
): Promise<LedgerDayTable[]> {
	return scan
		.selectFrom("ledger")
		.select(({ fn }) => ["balance_key", DAY_OF_ROW.as("day"), fn.countAll<number>().as("entries")])
		.select(({ fn }) => [fn.min("seq").as("first_seq"), fn.max("seq").as("last_seq")])
		.where("balance_key", "=", balanceKey)
		.where("seq", ">", after)
		.where("seq", "<=", upTo)
		.groupBy(["balance_key", DAY_OF_ROW])
		.execute();
}
