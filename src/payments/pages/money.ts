import { sql } from "kysely";
import { creditsForJson } from "../../api/credits.ts";
import { DAY_OF_ROW } from "../../billing/ledger/ledger.ts";
import { BYTE_ORDER_MARK } from "../../platform/csv-cell.ts";
import type { Database } from "../../platform/db/database.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { moneyText } from "../amounts.ts";
import type { MoneyRow } from "./contract.ts";

export interface MoneyAsked {
	readonly startMs: number;
	readonly endMs: number;
	readonly by: "day" | "month";
}

interface Sums {
	paid: number;
	granted: number;
	reversed: number;
	readonly money: Map<string, number>;
}

/** What came in and went, by period; charges and credits that moved from one balance to another are left out. */
export async function readMoney({ scan }: Pick<Database, "scan">, asked: MoneyAsked): Promise<MoneyRow[]> {
	const periods = new Map<string, Sums>();
	const sumsOf = (day: number) => {
		const name = new Date(day).toISOString().slice(0, asked.by === "day" ? 10 : 7);
		const sums = periods.get(name) ?? { paid: 0, granted: 0, reversed: 0, money: new Map() };
		periods.set(name, sums);
		return sums;
	};
	for (const { day, kind, is_paid, units } of await postedByDay(scan, asked)) {
		const sums = sumsOf(day);
		if (kind === "reversal") sums.reversed += units;
		else if (is_paid === 1) sums.paid += units;
		else sums.granted += units;
	}
	for (const { day, currency, amount } of await moneyByDay(scan, asked)) {
		const { money } = sumsOf(day);
		money.set(currency, (money.get(currency) ?? 0) + amount);
	}
	return [...periods].sort(([one], [other]) => (one < other ? -1 : 1)).map(rowOf);
}

function rowOf([period, { paid, granted, reversed, money }]: [string, Sums]): MoneyRow {
	return {
		period,
		paid: creditsForJson(paid),
		granted: creditsForJson(granted),
		reversed: creditsForJson(reversed),
		sums: [...money].map(([currency, amount]) => ({ currency, paid: moneyText(amount, currency) })),
	};
}

async function postedByDay(scan: Database["scan"], { startMs, endMs }: MoneyAsked) {
	const isPaid = sql<number>`case when detail like '%"payment":%' then 1 else 0 end`;
	return await scan
		.selectFrom("ledger")
		.select((row) => [
			DAY_OF_ROW.as("day"),
			"kind",
			isPaid.as("is_paid"),
			row.fn.sum<number>("units").as("units"),
		])
		.where("kind", "in", ["grant", "top_up", "reversal"])
		// Must match the condition of the partial index, or the index is not used.
		.where(sql<boolean>`kind <> 'charge'`)
		.where("at", ">=", startMs)
		.where("at", "<", endMs)
		.groupBy([DAY_OF_ROW, "kind", isPaid])
		.execute();
}

async function moneyByDay(scan: Database["scan"], { startMs, endMs }: MoneyAsked) {
	const day = sql<number>`paid_at - paid_at % ${sql.lit(DAY_MS)}`;
	return await scan
		.selectFrom("payment")
		.select((row) => [day.as("day"), "currency", row.fn.sum<number>("paid_amount").as("amount")])
		.where("paid_at", ">=", startMs)
		.where("paid_at", "<", endMs)
		.groupBy([day, "currency"])
		.execute();
}

/** The same as CSV (RFC 4180). */
export function* moneyCsv(rows: readonly MoneyRow[]): Generator<string> {
	yield `${BYTE_ORDER_MARK}period,paid,granted,reversed,money\r\n`;
	for (const { period, paid, granted, reversed, sums } of rows) {
		const money = sums.map((each) => `${each.paid} ${each.currency}`).join(" + ");
		yield `${[period, paid, granted, reversed, money].join(",")}\r\n`;
	}
}
