import { Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useIdempotencyKey } from "../../api/idempotency-key.ts";
import { type CreditsAdded, type ShownKey, useAction } from "../../api/routes.ts";
import { parseSignedAmount, signedAmountProblem } from "../../format/amounts.ts";
import { creditsInWords, formatCredits } from "../../format/credits.ts";
import { noteProblem } from "../../format/names.ts";
import { AmountInput, DialogForm } from "../../parts/DialogForm.tsx";
import { done } from "../../parts/toast.tsx";

interface CreditsDialogProps {
	readonly apiKey: ShownKey;
	readonly onClose: () => void;
}

/** Adds credits, with a note for the ledger; a negative amount deducts them. */
export function CreditsDialog({ apiKey, onClose }: CreditsDialogProps) {
	const add = useAction("POST /keys/{client_id}/credits", { path: { client_id: apiKey.client_id } });
	const key = useIdempotencyKey();
	const form = useForm({
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
						...done(addedText, onClose),
					},
				)
			}
			refusals={{ balance_too_small: "credits", balance_too_large: "credits", key_not_active: "credits" }}
		>
			<AmountInput
				data-autofocus
				description={`The balance is ${formatCredits(apiKey.credit_balance)}. Enter a negative number to take credits back.`}
				label="Credits"
				{...form.getInputProps("credits")}
			/>
			<Textarea
				description="The owner sees it in the ledger."
				label="Note"
				maxLength={500}
				{...form.getInputProps("note")}
			/>
		</DialogForm>
	);
}

function addedText({ credit_balance, waits_for_second, is_repeat }: CreditsAdded): string {
	if (waits_for_second) return "Requested. A second person has to approve it under Top-ups.";
	return `${is_repeat ? "This had already been done, and was not repeated. " : ""}The balance is ${creditsInWords(credit_balance)}.`;
}
