import { Button } from "@mantine/core";
import type { PriceChange, Prices } from "../../../api/routes.ts";
import { actionName } from "../../../format/actions.ts";
import { formatCredits } from "../../../format/credits.ts";
import type { Column } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import classes from "./Prices.module.css";

type Price = Prices["data"][number];

/** An action by its name, and what exactly is charged. */
function Named({ action, children }: { readonly action: string; readonly children?: string }) {
	return (
		<div className={classes.action}>
			<strong>{actionName(action)}</strong>
			{children === undefined ? null : <span>{children}</span>}
		</div>
	);
}

export function priceColumns(onAnnounce: (action: Price["action"]) => void): readonly Column<Price>[] {
	return [
		{
			name: "For",
			isTitle: true,
			cell: ({ action, description }) => <Named action={action}>{description}</Named>,
		},
		{
			name: "Since",
			cell: ({ in_force_since }) => (in_force_since === null ? "Always" : <Moment at={in_force_since} />),
		},
		{ name: "Credits", isNumber: true, cell: ({ price }) => formatCredits(price) },
		{
			name: "Actions",
			isActions: true,
			cell: ({ action }) => (
				<Button
					aria-label={`Change the price of ${actionName(action)}`}
					onClick={() => onAnnounce(action)}
					size="xs"
					variant="default"
				>
					Change
				</Button>
			),
		},
	];
}

export function upcomingColumns(
	today: readonly Price[],
	onWithdraw: (change: PriceChange) => void,
): readonly Column<PriceChange>[] {
	const now = new Map(today.map(({ action, price }) => [action, price]));
	return [
		{ name: "For", isTitle: true, cell: ({ action }) => <Named action={action} /> },
		{ name: "Takes effect", cell: ({ effective_from }) => <Moment at={effective_from} /> },
		{ name: "Announced", cell: ({ announced_at }) => <Moment at={announced_at} /> },
		{ name: "Today", isNumber: true, cell: ({ action }) => formatCredits(now.get(action) ?? 0) },
		{ name: "Credits", isNumber: true, cell: ({ price }) => formatCredits(price) },
		{
			name: "Actions",
			isActions: true,
			cell: (change) => (
				<Button
					aria-label={`Withdraw the price of ${actionName(change.action)}`}
					onClick={() => onWithdraw(change)}
					size="xs"
					variant="default"
				>
					Withdraw
				</Button>
			),
		},
	];
}

export const historyColumns: readonly Column<PriceChange>[] = [
	{ name: "For", isTitle: true, cell: ({ action }) => <Named action={action} /> },
	{ name: "Took effect", cell: ({ effective_from }) => <Moment at={effective_from} /> },
	{ name: "Announced", cell: ({ announced_at }) => <Moment at={announced_at} /> },
	{ name: "Credits", isNumber: true, cell: ({ price }) => formatCredits(price) },
];
