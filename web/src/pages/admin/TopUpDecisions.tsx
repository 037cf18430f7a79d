import { Button } from "@mantine/core";
import { type ComponentProps, useState } from "react";
import type { AdminTopUp } from "../../api/routes.ts";
import { creditsInWords, formatCredits, formatExact } from "../../format/credits.ts";
import { type Column, Listing } from "../../parts/Listing.tsx";
import { Moment } from "../../parts/Moment.tsx";
import { StateBadge } from "../../parts/StateBadge.tsx";
import classes from "./Administration.module.css";
import { DecisionDialog } from "./DecisionDialog.tsx";

type TopUpDecisionsProps = Pick<
	ComponentProps<typeof Listing<AdminTopUp>>,
	"query" | "children" | "pager" | "waiting"
>;

interface Decision {
	readonly topUp: AdminTopUp;
	readonly verdict: "approve" | "reject";
}

/** Top-ups, each with the possible decisions. */
export function TopUpDecisions(props: TopUpDecisionsProps) {
	const [decision, setDecision] = useState<Decision>();
	return (
		<>
			<Listing
				columns={queueColumns((topUp, verdict) => setDecision({ topUp, verdict }))}
				name="Top-ups"
				rowKey={({ top_up_id }) => top_up_id}
				{...props}
			/>
			{decision ? <DecisionDialog {...decision} onClose={() => setDecision(undefined)} /> : null}
		</>
	);
}

function queueColumns(
	onDecide: (topUp: AdminTopUp, verdict: "approve" | "reject") => void,
): readonly Column<AdminTopUp>[] {
	return [
		{ name: "Who", isTitle: true, cell: (topUp) => <Who topUp={topUp} /> },
		{ name: "Asked", cell: ({ requested_at }) => <Moment at={requested_at} /> },
		{ name: "Balance", isNumber: true, cell: ({ credit_balance }) => formatExact(credit_balance) },
		{
			name: "Credits",
			isNumber: true,
			cell: ({ credits }) => <span className={classes.asked}>+{formatCredits(credits)}</span>,
		},
		{
			name: "Decision",
			isActions: true,
			cell: (topUp) =>
				topUp.state === "requested" ? (
					<span className={classes.verdicts}>
						<FirstApproval topUp={topUp} />
						<Button
							aria-label={`Approve ${creditsInWords(topUp.credits)} for ${topUp.client_name}`}
							disabled={topUp.approved_by_you}
							onClick={() => onDecide(topUp, "approve")}
							size="xs"
						>
							Approve
						</Button>
						<Button
							aria-label={`Reject ${creditsInWords(topUp.credits)} for ${topUp.client_name}`}
							onClick={() => onDecide(topUp, "reject")}
							size="xs"
							variant="default"
						>
							Reject
						</Button>
					</span>
				) : (
					<Decided topUp={topUp} />
				),
		},
	];
}

/** The approval that is missing if two people have to approve. */
function FirstApproval({ topUp }: { readonly topUp: AdminTopUp }) {
	if (topUp.first_approved_by === null) return null;
	const who = topUp.approved_by_you ? "you" : topUp.first_approved_by;
	return (
		<span className={classes.quiet}>
			Approved by <bdi>{who}</bdi>, waiting for a second approval
		</span>
	);
}

function Who({ topUp }: { readonly topUp: AdminTopUp }) {
	return (
		<div className={classes.who}>
			<bdi className={classes.name} dir="auto">
				{topUp.client_name}
			</bdi>
			<bdi className={classes.quiet}>{topUp.account_email}</bdi>
			{topUp.note === null ? null : (
				<bdi className={classes.note} dir="auto">
					{topUp.note}
				</bdi>
			)}
		</div>
	);
}

function deciders({ state, first_approved_by, decided_by }: AdminTopUp): string {
	const both = state === "approved" && first_approved_by !== null;
	return both ? `${first_approved_by} and ${decided_by}` : (decided_by ?? "");
}

function Decided({ topUp }: { readonly topUp: AdminTopUp }) {
	return (
		<div className={classes.decided}>
			<StateBadge state={topUp.state} />
			{topUp.decided_by === null ? null : <bdi className={classes.quiet}>by {deciders(topUp)}</bdi>}
			{topUp.decision_note === null ? null : (
				<bdi className={classes.quiet} dir="auto">
					{topUp.decision_note}
				</bdi>
			)}
		</div>
	);
}
