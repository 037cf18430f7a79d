import type { LedgerEntry } from "../../../api/ledger.ts";
import { formatChange, formatCredits, formatExact } from "../../../format/credits.ts";
import type { Column } from "../../../parts/DataTable.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Identifier } from "../../../parts/Identifier.tsx";
import { UtcMoment } from "../../../parts/Moment.tsx";
import { ChargeLines } from "../ChargeLines.tsx";
import classes from "./Ledger.module.css";

export const kindNames = {
	charge: "Charge",
	top_up: "Top-up",
	grant: "Grant",
	reversal: "Reversal",
} as const;

export const ledgerColumns: readonly Column<LedgerEntry>[] = [
	{ name: "Time (UTC)", cell: (entry) => <UtcMoment at={entry.at} /> },
	{ name: "What", isTitle: true, cell: (entry) => <What entry={entry} /> },
	{ name: "Barcode", cell: ({ barcode }) => barcode && <code className={classes.barcode}>{barcode}</code> },
	{
		name: "Credits",
		isNumber: true,
		cell: ({ credits }) => (
			<span className={credits > 0 ? classes.gain : undefined}>{formatChange(credits)}</span>
		),
	},
	{ name: "Balance", isNumber: true, cell: ({ balance_after }) => formatExact(balance_after) },
];

/** What a charge was for, or the kind and its note. The barcode has a column of its own. */
function What({ entry }: { readonly entry: LedgerEntry }) {
	const { what, kind, note, barcode } = entry;
	const words = barcode === null ? what : what.replace(`Product ${barcode}: `, "");
	return (
		<span className={classes.what}>
			{capitalised(words) || kindNames[kind]}
			{note === null ? null : (
				<bdi className={classes.note} dir="auto">
					{note}
				</bdi>
			)}
		</span>
	);
}

function capitalised(text: string): string {
	return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Prices, and the request that finds the entry in the logs. */
export function LedgerDetails({ entry }: { readonly entry: LedgerEntry }) {
	return (
		<div className={classes.details}>
			<ChargeLines lines={entry.lines} />
			<Facts layout="pairs">
				<Fact name="Entry">{entry.seq}</Fact>
				<Fact name="Request">
					<Identifier id={entry.request_id} name="request id" />
				</Fact>
				<Fact name="Balance after">{formatCredits(entry.balance_after)}</Fact>
			</Facts>
		</div>
	);
}
