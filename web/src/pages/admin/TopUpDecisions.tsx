import { Button, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ComponentProps, useState } from "react";
import { type AdminTopUp, useAction } from "../../api/routes.ts";
import { creditsInWords, formatCredits } from "../../format/credits.ts";
import { noteProblem } from "../../format/names.ts";
import { DialogForm } from "../../parts/DialogForm.tsx";
import { Fact, Facts } from "../../parts/Facts.tsx";
import { type Column, Listing } from "../../parts/Listing.tsx";
import { Moment } from "../../parts/Moment.tsx";
import { StateBadge } from "../../parts/StateBadge.tsx";
import { done } from "../../parts/toast.tsx";
import classes from "./Administration.module.css";

type TopUpDecisionsProps = Pick<
	ComponentProps<typeof Listing<AdminTopUp>>,
	"query" | "children" | "pager" | "waiting"
>;

interface Decision {
	readonly topUp: AdminTopUp;
	readonly verdict: "approve" | "reject";
}

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
		{ name: "Balance", credits: ({ credit_balance }) => credit_balance },
		{
			name: "Credits",
			credits: ({ credits }) => credits,
			cell: (_, amount) => <span className={classes.asked}>+{amount}</span>,
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
			{topUp.invoice === null ? null : (
				<span className={classes.quiet}>
					Invoice <bdi>{topUp.invoice}</bdi>
				</span>
			)}
			{topUp.decision_note === null ? null : (
				<bdi className={classes.quiet} dir="auto">
					{topUp.decision_note}
				</bdi>
			)}
		</div>
	);
}

interface DecisionDialogProps {
	readonly topUp: AdminTopUp;
	readonly verdict: "approve" | "reject";
	readonly onClose: () => void;
}

function outcomeText(state: AdminTopUp["state"], amount: string): string {
	if (state === "rejected") return "Rejected.";
	return state === "approved" ? `${amount} approved.` : "Approved. A second person has to approve it too.";
}

/** Shows account and balance for confirmation before a top-up is approved or rejected. A rejection needs a reason. */
function DecisionDialog({ topUp, verdict, onClose }: DecisionDialogProps) {
	const isApproval = verdict === "approve";
	const decide = useAction(`POST /admin/top-ups/{top_up_id}/${verdict}`, {
		path: { top_up_id: topUp.top_up_id },
	});
	const amount = creditsInWords(topUp.credits);
	const form = useForm({
		initialValues: { note: "", invoice: "" },
		validate: { note: (note) => (isApproval ? null : noteProblem(note)) },
	});
	return (
		<DialogForm
			onClose={onClose}
			title={isApproval ? `Approve ${amount}?` : `Reject ${amount}?`}
			action={isApproval ? "Approve" : "Reject"}
			color={isApproval ? "petrol" : "red"}
			act={decide}
			form={form}
			onSubmit={({ note, invoice }) =>
				decide.mutate(
					{
						body: {
							...(note.trim() === "" ? {} : { note: note.trim() }),
							...(invoice.trim() === "" ? {} : { invoice: invoice.trim() }),
						},
					},
					done(({ state }) => outcomeText(state, amount), onClose),
				)
			}
		>
			<Facts isBoxed layout="pairs">
				<Fact name="For">
					<bdi>{topUp.client_name}</bdi>
				</Fact>
				<Fact name="Account">
					<bdi>{topUp.account_email}</bdi>
				</Fact>
				<Fact name="Balance now">{formatCredits(topUp.credit_balance)}</Fact>
				{topUp.note === null ? null : (
					<Fact name="Their note">
						<bdi dir="auto">{topUp.note}</bdi>
					</Fact>
				)}
			</Facts>
			{isApproval ? (
				<TextInput
					description="Optional. The account's owner can see it."
					label="Number of your invoice"
					maxLength={100}
					{...form.getInputProps("invoice")}
				/>
			) : null}
			<Textarea
				data-autofocus
				description={
					isApproval ? "Optional. The account's owner can see it." : "The account's owner can see it."
				}
				label={isApproval ? "Note" : "Reason"}
				maxLength={500}
				{...form.getInputProps("note")}
			/>
		</DialogForm>
	);
}
