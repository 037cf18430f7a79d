import { Button, Group, Modal, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { useAddCredits } from "../../../api/clients.ts";
import { parseAmount } from "../../../format/amounts.ts";
import { creditsInWords, formatCredits } from "../../../format/credits.ts";
import { AmountInput } from "../../../parts/AmountInput.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";
import type { ClientDialogProps } from "./client-dialog.ts";

/** Credits with a note for the ledger; with a minus before them they are taken back. */
export function CreditsDialog({ client, onClose }: ClientDialogProps) {
	const [text, setText] = useState("");
	const [note, setNote] = useState("");
	const add = useAddCredits(client.client_id);
	const credits = signedAmount(text);
	const problem = text !== "" && !credits ? "Enter an amount, with at most four decimals." : null;
	return (
		<Modal onClose={onClose} opened title="Add credits">
			<form
				onSubmit={(event) => {
					event.preventDefault();
					if (!credits) return;
					add.mutate(
						{ credits, note: note.trim() },
						{
							onSuccess: ({ credit_balance, waits_for_second }) => {
								notifySuccess(
									waits_for_second
										? "Noted. A second person has to approve it among the top-ups."
										: `The balance is ${creditsInWords(credit_balance)}.`,
								);
								onClose();
							},
						},
					);
				}}
			>
				<Stack gap="md">
					{add.error ? <FailureNotice error={add.error} /> : null}
					<AmountInput
						data-autofocus
						description={`The balance is ${formatCredits(client.credit_balance)}. A minus takes credits back.`}
						error={problem}
						label="Credits"
						onChange={(event) => setText(event.currentTarget.value)}
						required
						value={text}
					/>
					<Textarea
						autosize
						description="The owner sees it in the ledger."
						dir="auto"
						label="Note"
						maxLength={500}
						minRows={2}
						onChange={(event) => setNote(event.currentTarget.value)}
						required
						value={note}
					/>
					<Group gap="sm" justify="flex-end">
						<Button onClick={onClose} variant="default">
							Cancel
						</Button>
						<Button disabled={!credits || note.trim() === ""} loading={add.isPending} type="submit">
							{credits && credits < 0 ? "Take back" : "Add"}
						</Button>
					</Group>
				</Stack>
			</form>
		</Modal>
	);
}

function signedAmount(text: string): number | undefined {
	const isNegative = /^\s*[-−]/.test(text);
	const amount = parseAmount(text.replace(/^\s*[-−]/, ""));
	return amount === undefined || amount === 0 ? undefined : isNegative ? -amount : amount;
}
