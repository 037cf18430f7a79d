import type { LedgerEntry } from "../../../api/ledger.ts";
import { formatChange, formatCredits } from "../../../format/credits.ts";
import type { Column } from "../../../parts/DataTable.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import classes from "./Ledger.module.css";

export const kindNames = {
	charge: "Charge",
	top_up: "Top-up",
	grant: "Grant",
	reversal: "Reversal",
} as const;

export const ledgerColumns: readonly Column<LedgerEntry>[] = [
	{ name: "What", isTitle: true, cell: (entry) => <What entry={entry} /> },
	{ name: "When", cell: (entry) => <Moment at={entry.at} /> },
	{
		name: "Credits",
		isNumber: true,
		cell: ({ credits }) => (
			<span className={credits > 0 ? classes.gain : undefined}>{formatChange(credits)}</span>
		),
	},
	{ name: "Balance after", isNumber: true, cell: ({ balance_after }) => formatCredits(balance_after) },
];

/** What a charge was for or the kind, the prices on demand, and the request that finds it in the logs. */
function What({ entry }: { readonly entry: LedgerEntry }) {
	return (
		<div className={classes.what}>
			<span className={classes.title}>{entry.what || kindNames[entry.kind]}</span>
			{entry.note === null ? null : (
				<bdi className={classes.line} dir="auto">
					{entry.note}
				</bdi>
			)}
			<code className={classes.request}>{entry.request_id}</code>
			{entry.lines.length > 0 ? <Prices lines={entry.lines} /> : null}
		</div>
	);
}

function Prices({ lines }: Pick<LedgerEntry, "lines">) {
	return (
		<details className={classes.prices}>
			<summary>Prices</summary>
			{lines.map((line) => (
				<div className={classes.line} key={line.action}>
					<code>{line.action}</code> {line.quantity} × {formatCredits(line.price)}
				</div>
			))}
		</details>
	);
}
