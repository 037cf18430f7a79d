import { Button } from "@mantine/core";
import type { TopUp } from "../../../api/shapes.ts";
import { useAction } from "../../../api/use-route.ts";
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
	const withdraw = useAction("DELETE /keys/{client_id}/top-ups/{top_up_id}", {
		path: { client_id: topUp.client_id, top_up_id: topUp.top_up_id },
	});
	return (
		<Button
			aria-label={`Withdraw the top-up of ${creditsInWords(topUp.credits)}`}
			loading={withdraw.isPending}
			onClick={() =>
				withdraw.mutate(undefined, {
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
