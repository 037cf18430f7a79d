import { Button, Group, Modal, Stack, Textarea } from "@mantine/core";
import { useState } from "react";

const LONGEST_REASON = 500;

interface RejectDialogProps {
	readonly count: number;
	readonly onReject: (reason: string) => void;
	readonly onClose: () => void;
}

/** Asks for the reason of a rejection, which is shown to the proposer. */
export function RejectDialog({ count, onReject, onClose }: RejectDialogProps) {
	const [reason, setReason] = useState("");
	return (
		<Modal
			onClose={onClose}
			opened
			title={count > 1 ? `Reject ${count} proposals?` : "Reject this proposal?"}
		>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					if (reason.trim() === "") return;
					onReject(reason.trim());
					onClose();
				}}
			>
				<Stack gap="md">
					<Textarea
						autosize
						data-autofocus
						description="The proposer will see it. Press Ctrl+Enter to send it."
						dir="auto"
						label="Reason"
						maxLength={LONGEST_REASON}
						minRows={2}
						onChange={(event) => setReason(event.currentTarget.value)}
						onKeyDown={(event) => {
							if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
								event.preventDefault();
								event.currentTarget.form?.requestSubmit();
							}
						}}
						required
						value={reason}
					/>
					<Group gap="sm" justify="flex-end">
						<Button onClick={onClose} variant="default">
							Cancel
						</Button>
						<Button color="red" disabled={reason.trim() === ""} type="submit">
							Reject
						</Button>
					</Group>
				</Stack>
			</form>
		</Modal>
	);
}
