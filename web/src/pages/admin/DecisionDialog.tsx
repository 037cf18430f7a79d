import { Button, Group, Modal, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { type AdminTopUp, useApproveTopUp, useRejectTopUp } from "../../api/administration.ts";
import { creditsInWords, formatCredits } from "../../format/credits.ts";
import { Fact, Facts } from "../../parts/Facts.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { notifySuccess } from "../../parts/toast.tsx";

interface DecisionDialogProps {
	readonly topUp: AdminTopUp;
	readonly verdict: "approve" | "reject";
	readonly onClose: () => void;
}

function outcomeText(state: AdminTopUp["state"], amount: string): string {
	if (state === "rejected") return "Rejected.";
	return state === "approved" ? `${amount} approved.` : "Approved. A second person has to approve it too.";
}

/** Confirms account and balance before a top-up is approved or rejected. A rejection needs a reason. */
export function DecisionDialog({ topUp, verdict, onClose }: DecisionDialogProps) {
	const [note, setNote] = useState("");
	const approve = useApproveTopUp();
	const reject = useRejectTopUp();
	const isApproval = verdict === "approve";
	const decide = isApproval ? approve : reject;
	const amount = creditsInWords(topUp.credits);
	return (
		<Modal onClose={onClose} opened title={isApproval ? `Approve ${amount}?` : `Reject ${amount}?`}>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					decide.mutate(
						{ topUpId: topUp.top_up_id, note: note.trim() },
						{
							onSuccess: ({ state }) => {
								notifySuccess(outcomeText(state, amount));
								onClose();
							},
						},
					);
				}}
			>
				<Stack gap="md">
					<Facts isBoxed layout="pairs">
						<Fact name="Key">
							<bdi>{topUp.client_name}</bdi>
						</Fact>
						<Fact name="Account">
							<bdi>{topUp.account_email}</bdi>
						</Fact>
						<Fact name="Balance now">{formatCredits(topUp.credit_balance)}</Fact>
					</Facts>
					{decide.error ? <FailureNotice error={decide.error} /> : null}
					<Textarea
						autosize
						data-autofocus
						description={isApproval ? "Optional. The account sees it." : "The account sees it."}
						dir="auto"
						label={isApproval ? "Note" : "Reason"}
						maxLength={500}
						minRows={2}
						onChange={(event) => setNote(event.currentTarget.value)}
						required={!isApproval}
						value={note}
					/>
					<Group gap="sm" justify="flex-end">
						<Button onClick={onClose} variant="default">
							Cancel
						</Button>
						<Button
							color={isApproval ? "petrol" : "red"}
							disabled={!isApproval && note.trim() === ""}
							loading={decide.isPending}
							type="submit"
						>
							{isApproval ? "Approve" : "Reject"}
						</Button>
					</Group>
				</Stack>
			</form>
		</Modal>
	);
}
