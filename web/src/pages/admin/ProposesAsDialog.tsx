import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useAction } from "../../api/use-route.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import type { AccountDialogProps } from "./account-dialog.ts";

const LONGEST_NAME = 100;

/** Lets an account propose pictures and metadata, under the ownership that approved pictures carry. */
export function ProposesAsDialog({ account, onClose }: AccountDialogProps) {
	const [name, setName] = useState(account.proposes_as ?? "");
	const change = useAction("PUT /admin/accounts/{account_id}/proposes-as", {
		path: { account_id: account.account_id },
	});
	const given = name.trim();
	return (
		<Modal onClose={onClose} opened title="Proposals">
			<form
				onSubmit={(event) => {
					event.preventDefault();
					change.mutate(
						{ body: { proposes_as: given === "" ? null : given } },
						{
							onSuccess: () => {
								notifySuccess(given === "" ? "The account can no longer propose." : "Saved.");
								onClose();
							},
						},
					);
				}}
			>
				<Stack gap="md">
					<p>
						<bdi>{account.email}</bdi> can propose pictures and metadata under this name. Nothing goes into
						the catalogue until a catalogue editor approves it.
					</p>
					{change.error ? <FailureNotice error={change.error} /> : null}
					<TextInput
						data-autofocus
						description="Approved pictures carry this name, and API clients can read it. Leave empty to stop the account from proposing."
						dir="auto"
						label="Ownership"
						maxLength={LONGEST_NAME}
						onChange={(event) => setName(event.currentTarget.value)}
						placeholder="Golden Sheaf Bakery"
						value={name}
					/>
					<Group gap="sm" justify="flex-end">
						<Button onClick={onClose} variant="default">
							Cancel
						</Button>
						<Button loading={change.isPending} type="submit">
							Save
						</Button>
					</Group>
				</Stack>
			</form>
		</Modal>
	);
}
