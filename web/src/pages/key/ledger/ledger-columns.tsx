import { Group } from "@mantine/core";
import type { LedgerEntry } from "../../../api/routes.ts";
import { formatCredits, signOf } from "../../../format/credits.ts";
import { Identifier } from "../../../parts/Copy.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import type { Column } from "../../../parts/Listing.tsx";
import { UtcMoment } from "../../../parts/Moment.tsx";
import { ChargeLines } from "../ChargeLines.tsx";
import { OrderName } from "../OrderName.tsx";
import classes from "./Ledger.module.css";

export const kindNames = {
	charge: "Charge",
	top_up: "Top-up",
	grant: "Grant",
	reversal: "Reversal",
	transfer: "Moved credits",
} as const;

/** @param clientId the reader's own active key, whose orders can be opened. */
export function ledgerColumns(clientId: string | undefined): readonly Column<LedgerEntry>[] {
	return [
		{ name: "Time (UTC)", cell: (entry) => <UtcMoment at={entry.at} /> },
		{ name: "What", isTitle: true, cell: (entry) => <What clientId={clientId} entry={entry} /> },
		{ name: "Barcode", cell: ({ barcode }) => barcode && <code className={classes.barcode}>{barcode}</code> },
		{
			name: "Credits",
			isAmount: true,
			credits: ({ credits }) => Math.abs(credits),
			cell: ({ credits }, amount) => (
				<span className={credits > 0 ? classes.gain : undefined}>{`${signOf(credits)}${amount}`}</span>
			),
		},
		{
			name: "Balance",
			isWideOnly: true,
			credits: ({ balance_after }) => balance_after,
		},
	];
}

/** What a charge was for, or else the kind and its note. The barcode has a column of its own; the note of a charge is the id of its order. */
function What({ entry, clientId }: { readonly entry: LedgerEntry; readonly clientId: string | undefined }) {
	const { what, kind, note, barcode, order } = entry;
	if (order) return <OrderName clientId={clientId} order={order} />;
	const words = barcode === null ? what : what.replace(`Product ${barcode}: `, "");
	return (
		<span className={classes.what}>
			{words.slice(0, 1).toUpperCase() + words.slice(1) || kindNames[kind]}
			{note === null || kind === "charge" ? null : (
				<bdi className="quiet" dir="auto">
					{note}
				</bdi>
			)}
		</span>
	);
}

/** Prices, and the request id for finding the entry in the logs. */
export function LedgerDetails({ entry }: { readonly entry: LedgerEntry }) {
	return (
		<Group align="stretch" gap="0.75rem 4rem" justify="space-between" pb="0.5rem" pt="0.375rem">
			<ChargeLines lines={entry.lines} />
			<Facts layout="pairs">
				{entry.seq === null ? null : <Fact name="Entry">{entry.seq}</Fact>}
				<Fact name="Request id">
					<Identifier id={entry.request_id} name="request id" />
				</Fact>
				{entry.kind === "charge" && entry.note !== null ? (
					<Fact name="Order">
						<Identifier id={entry.note} name="order id" />
					</Fact>
				) : null}
				{entry.client_id === null ? null : (
					<Fact name="Key">
						<Identifier id={entry.client_id} name="key" />
					</Fact>
				)}
				{entry.balance_after === null ? null : (
					<Fact name="Balance after">{formatCredits(entry.balance_after)}</Fact>
				)}
			</Facts>
		</Group>
	);
}
