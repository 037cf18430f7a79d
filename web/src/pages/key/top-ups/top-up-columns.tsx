import { Button } from "@mantine/core";
import { type TopUp, useWithdrawTopUp } from "../../../api/top-ups.ts";
import { creditsInWords } from "../../../format/credits.ts";
import type { Column } from "../../../parts/DataTable.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { notifyFailure, notifySuccess } from "../../../parts/toast.tsx";
import classes from "./TopUps.module.css";

export const topUpColumns: readonly Column<TopUp>[] = [
	{
		name: "Credits",
		isTitle: true,
		cell: ({ credits, note }) => (
			<div>
				<span className={classes.credits}>{creditsInWords(credits)}</span>
				{note === null ? null : (
					<bdi className={classes.note} dir="auto">
						{note}
					</bdi>
				)}
			</div>
		),
	},
	{ name: "Asked", cell: ({ requested_at }) => <Moment at={requested_at} /> },
	{
		name: "State",
		cell: ({ state, decision_note }) => (
			<div>
				<StateBadge state={state} />
				{decision_note === null ? null : (
					<bdi className={classes.note} dir="auto">
						{decision_note}
					</bdi>
				)}
			</div>
		),
	},
	{
		name: "Actions",
		isActions: true,
		cell: (topUp) => (topUp.state === "requested" ? <Withdraw topUp={topUp} /> : null),
	},
];

function Withdraw({ topUp }: { readonly topUp: TopUp }) {
	const withdraw = useWithdrawTopUp(topUp.client_id);
	return (
		<Button
			aria-label={`Withdraw the top-up of ${creditsInWords(topUp.credits)}`}
			loading={withdraw.isPending}
			onClick={() =>
				withdraw.mutate(topUp.top_up_id, {
					onSuccess: () => notifySuccess("Withdrawn."),
					onError: notifyFailure,
				})
			}
			size="xs"
			variant="default"
		>
			Withdraw
		</Button>
	);
}
