import { Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useIdempotencyKey } from "../../../api/idempotency-key.ts";
import { type AnyClient, type CreditsAdded, useAction } from "../../../api/routes.ts";
import { parseSignedAmount, signedAmountProblem } from "../../../format/amounts.ts";
import { creditsInWords, formatCredits } from "../../../format/credits.ts";
import { noteProblem } from "../../../format/names.ts";
import { AmountInput, DialogForm } from "../../../parts/DialogForm.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";

/** Adds credits, with a note for the ledger; a negative amount deducts them. */
export function CreditsDialog({ client, onClose }: ClientDialogProps) {
	const add = useAction("POST /admin/clients/{client_id}/credits", { path: { client_id: client.client_id } });
	const key = useIdempotencyKey();
	const form = useForm({
		mode: "controlled",
		initialValues: { credits: "", note: "" },
		validate: { credits: signedAmountProblem, note: noteProblem },
	});
	const isTaking = (parseSignedAmount(form.values.credits) ?? 0) < 0;
	return (
		<DialogForm
			onClose={onClose}
			title="Add credits"
			action={isTaking ? "Take back" : "Add"}
			act={add}
			form={form}
			onSubmit={({ credits, note }) =>
				add.mutate(
					{
						body: {
							credits: parseSignedAmount(credits) ?? 0,
							note: note.trim(),
							idempotency_key: key.current(),
						},
					},
					{
						onError: key.renewAfter,
						onSuccess: (added) => {
							notifySuccess(addedText(added));
							onClose();
						},
					},
				)
			}
			refusals={{ balance_too_small: "credits", balance_too_large: "credits" }}
		>
			<AmountInput
				data-autofocus
				description={`The balance is ${formatCredits(client.credit_balance)}. Enter a negative number to take credits back.`}
				label="Credits"
				{...form.getInputProps("credits")}
			/>
			<Textarea
				autosize
				description="The owner sees it in the ledger."
				dir="auto"
				label="Note"
				maxLength={500}
				minRows={2}
				{...form.getInputProps("note")}
			/>
		</DialogForm>
	);
}

function addedText({ credit_balance, waits_for_second, is_repeat }: CreditsAdded): string {
	if (waits_for_second) return "Requested. A second person has to approve it under Top-ups.";
	return `${is_repeat ? "This had already been done, and was not repeated. " : ""}The balance is ${creditsInWords(credit_balance)}.`;
}

/** Props of every dialog about one client. */
export interface ClientDialogProps {
	readonly client: AnyClient;
	readonly onClose: () => void;
}
