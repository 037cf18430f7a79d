import { creditsForJson } from "../../api/credits.ts";
import { CLIENT_OF_ROW } from "../../billing/ledger/ledger.ts";
import type { LedgerRow } from "../../billing/ledger/ledger-page.ts";
import { type LedgerPart, partsRows } from "../../billing/ledger/ledger-parts.ts";
import { actionName, isAction } from "../../billing/prices/actions.ts";
import { linesOf } from "../../billing/prices/charge.ts";
import { BYTE_ORDER_MARK, textCell } from "../../platform/csv-cell.ts";
import type { Database } from "../../platform/db/database.ts";
import { endOf } from "../../platform/time/periods.ts";
import type { Statement } from "./contract.ts";

const KINDS = ["paid", "granted", "spent", "reversed", "moved"] as const;
type Kind = (typeof KINDS)[number];

/** The ledger of a month in a few lines: what it began with, and what was added and taken, to the last digit. */
export async function readStatement(
	db: Database,
	parts: readonly LedgerPart[],
	month: string,
): Promise<Omit<Statement, "billed_to">> {
	const startMs = Date.parse(`${month}-01T00:00:00Z`);
	const sums = new Map<string, { kind: Kind; action: string | null; units: number }>();
	const add = (kind: Kind, action: string | null, units: number) => {
		const name = `${KINDS.indexOf(kind)} ${action ?? ""}`;
		const sum = sums.get(name) ?? { kind, action, units: 0 };
		sum.units += units;
		sums.set(name, sum);
	};
	for await (const rows of partsRows(db, parts, { startMs, endMs: endOf("month", startMs) }))
		for (const row of rows) addRow(row, add);
	let units = 0;
	for (const part of parts) units += await unitsBefore(db, part, startMs);
	const opening = units;
	const lines = [...sums].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
	for (const line of lines) units += line.units;
	return {
		month,
		opening: creditsForJson(opening),
		lines: lines.map(({ kind, action, units: sum }) => ({ kind, action, credits: creditsForJson(sum) })),
		closing: creditsForJson(units),
	};
}

function addRow(row: LedgerRow, add: (kind: Kind, action: string | null, units: number) => void): void {
	if (row.kind === "charge")
		for (const { action, quantity, priceUnits } of linesOf(row)) add("spent", action, -quantity * priceUnits);
	else if (row.kind === "reversal") add("reversed", null, row.units);
	else if (row.kind === "transfer") add("moved", null, row.units);
	else add(isPaid(row) ? "paid" : "granted", null, row.units);
}

export const isPaid = ({ detail }: { readonly detail: string }) => detail.includes('"payment":');

async function unitsBefore({ scan }: Database, part: LedgerPart, startMs: number): Promise<number> {
	const { balanceKey, clientIds, transferIds = [] } = part;
	let rows = scan
		.selectFrom("ledger")
		.select((row) => row.fn.sum<number | null>("units").as("units"))
		.where("balance_key", "=", balanceKey)
		.where("at", "<", startMs);
	if (clientIds)
		rows = rows.where((row) =>
			row.or([
				row(CLIENT_OF_ROW, "in", clientIds),
				...(transferIds.length > 0 ? [row("request_id", "in", transferIds)] : []),
			]),
		);
	return (await rows.executeTakeFirstOrThrow()).units ?? 0;
}

/** The statement as CSV (RFC 4180). */
export function* statementCsv({ opening, lines, closing }: Omit<Statement, "billed_to">): Generator<string> {
	yield `${BYTE_ORDER_MARK}line,what,credits\r\n`;
	yield csvLine("opening", "", opening);
	for (const { kind, action, credits } of lines) yield csvLine(kind, nameOf(action), credits);
	yield csvLine("closing", "", closing);
}

const nameOf = (action: string | null) =>
	action === null ? "" : isAction(action) ? actionName(action) : action;

const csvLine = (line: string, what: string, credits: number) => `${line},${textCell(what)},${credits}\r\n`;
