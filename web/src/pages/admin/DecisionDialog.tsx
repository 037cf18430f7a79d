import { Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type AdminTopUp, useAction } from "../../api/routes.ts";
import { creditsInWords, formatCredits } from "../../format/credits.ts";
import { noteProblem } from "../../format/names.ts";
import { DialogForm } from "../../parts/DialogForm.tsx";
import { Fact, Facts } from "../../parts/Facts.tsx";
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

/** Shows account and balance for confirmation before a top-up is approved or rejected. A rejection needs a reason. */
export function DecisionDialog({ topUp, verdict, onClose }: DecisionDialogProps) {
	const isApproval = verdict === "approve";
	const decide = useAction(`POST /admin/top-ups/{top_up_id}/${verdict}`, {
		path: { top_up_id: topUp.top_up_id },
	});
	const amount = creditsInWords(topUp.credits);
	const form = useForm({
		mode: "controlled",
		initialValues: { note: "" },
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
			onSubmit={({ note }) =>
				decide.mutate(
					{ body: note.trim() === "" ? {} : { note: note.trim() } },
					{
						onSuccess: ({ state }) => {
							notifySuccess(outcomeText(state, amount));
							onClose();
						},
					},
				)
			}
		>
			<Facts isBoxed layout="pairs">
				<Fact name="Key">
					<bdi>{topUp.client_name}</bdi>
				</Fact>
				<Fact name="Account">
					<bdi>{topUp.account_email}</bdi>
				</Fact>
				<Fact name="Balance now">{formatCredits(topUp.credit_balance)}</Fact>
			</Facts>
			<Textarea
				autosize
				data-autofocus
				description={
					isApproval ? "Optional. The account's owner can see it." : "The account's owner can see it."
				}
				dir="auto"
				label={isApproval ? "Note" : "Reason"}
				maxLength={500}
				minRows={2}
				{...form.getInputProps("note")}
			/>
		</DialogForm>
	);
}
