import { useRevokeClient } from "../../../api/clients.ts";
import { creditsInWords } from "../../../format/credits.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";
import type { ClientDialogProps } from "./client-dialog.ts";

export function RevokeClientDialog({ client, onClose }: ClientDialogProps) {
	const revoke = useRevokeClient(client.client_id);
	return (
		<ConfirmDialog
			action="Revoke for good"
			error={revoke.error}
			isBusy={revoke.isPending}
			onClose={onClose}
			onConfirm={() =>
				revoke.mutate(undefined, {
					onSuccess: () => {
						notifySuccess("The client is revoked.");
						onClose();
					},
				})
			}
			opened
			title="Revoke this client for good?"
			typed={client.client_name}
		>
			Every call with <bdi>{client.client_name}</bdi> is refused from now on. This cannot be undone
			{client.credit_balance > 0
				? `, and the ${creditsInWords(client.credit_balance)} on it can no longer be spent`
				: null}
			. Ledger and history stay.
		</ConfirmDialog>
	);
}
