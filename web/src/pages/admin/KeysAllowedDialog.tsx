import { Button, Group, Modal, NumberInput, Stack } from "@mantine/core";
import { useState } from "react";
import { useChangeAccount } from "../../api/administration.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import type { AccountDialogProps } from "./account-dialog.ts";

/** Overrides the maximum number of active keys for one account. */
export function KeysAllowedDialog({ account, onClose }: AccountDialogProps) {
	const [allowed, setAllowed] = useState<number | string>(account.keys_allowed ?? "");
	const change = useChangeAccount();
	return (
		<Modal onClose={onClose} opened title="Number of keys">
			<form
				onSubmit={(event) => {
					event.preventDefault();
					change.mutate(
						{ accountId: account.account_id, keysAllowed: allowed === "" ? null : Number(allowed) },
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
					<NumberInput
						allowDecimal={false}
						allowNegative={false}
						clampBehavior="strict"
						data-autofocus
						description="Empty for what holds for all accounts. Keys that exist already go on working."
						hideControls
						inputMode="numeric"
						label={
							<>
								Active keys of <bdi>{account.email}</bdi>
							</>
						}
						max={1000}
						onChange={setAllowed}
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
