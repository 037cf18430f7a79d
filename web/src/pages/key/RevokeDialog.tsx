import { useRevokeKey } from "../../api/keys.ts";
import { creditsInWords } from "../../format/credits.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import type { KeyDialogProps } from "./RenameDialog.tsx";

export function RevokeDialog({ apiKey, opened, onClose }: KeyDialogProps) {
	const revoke = useRevokeKey(apiKey.client_id);
	return (
		<ConfirmDialog
			action="Revoke for good"
			error={revoke.error}
			isBusy={revoke.isPending}
			onClose={onClose}
			onConfirm={() =>
				revoke.mutate(undefined, {
					onSuccess: () => {
						notifySuccess("The key is revoked.");
						onClose();
					},
				})
			}
			opened={opened}
			title="Revoke this key for good?"
			typed={apiKey.client_name}
		>
			Every call with <bdi>{apiKey.client_name}</bdi> is refused from now on. This cannot be undone
			{apiKey.credit_balance > 0
				? `, and the ${creditsInWords(apiKey.credit_balance)} on it can no longer be spent`
				: null}
			. The ledger stays readable.
		</ConfirmDialog>
	);
}
