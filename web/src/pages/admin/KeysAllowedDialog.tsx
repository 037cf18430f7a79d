import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useChangeAccount } from "../../api/administration.ts";
import { countProblem, parseCount } from "../../format/amounts.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import type { AccountDialogProps } from "./account-dialog.ts";

/** The most that the service takes. */
const MOST_KEYS = 1000;

/** Overrides the maximum number of active keys for one account. */
export function KeysAllowedDialog({ account, onClose }: AccountDialogProps) {
	const [allowed, setAllowed] = useState(account.keys_allowed === null ? "" : String(account.keys_allowed));
	const change = useChangeAccount();
	const isEmpty = allowed.trim() === "";
	const problem = isEmpty ? null : countProblem(allowed, MOST_KEYS);
	return (
		<Modal onClose={onClose} opened title="Number of keys">
			<form
				onSubmit={(event) => {
					event.preventDefault();
					if (problem !== null) return;
					change.mutate(
						{ accountId: account.account_id, keysAllowed: isEmpty ? null : (parseCount(allowed) ?? null) },
						{
							onSuccess: () => {
								notifySuccess("Saved.");
								onClose();
							},
						},
					);
				}}
			>
				<Stack gap="md">
					{change.error ? <FailureNotice error={change.error} /> : null}
					<TextInput
						data-autofocus
						description="Empty for what holds for all accounts. Keys that exist already go on working."
						error={problem}
						inputMode="numeric"
						label={
							<>
								Active keys of <bdi>{account.email}</bdi>
							</>
						}
						onChange={(event) => setAllowed(event.currentTarget.value)}
						value={allowed}
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
