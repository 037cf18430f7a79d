import { useDisableAccount, useRemoveTotpOf } from "../../api/administration.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import type { AccountDialogProps } from "./account-dialog.ts";

export function DisableDialog({ account, onClose }: AccountDialogProps) {
	const disable = useDisableAccount();
	return (
		<ConfirmDialog
			action="Disable"
			error={disable.error}
			isBusy={disable.isPending}
			onClose={onClose}
			onConfirm={() =>
				disable.mutate(account.account_id, { onSuccess: done("The account is disabled.", onClose) })
			}
			opened
			title="Disable this account?"
			typed={account.email}
		>
			<bdi>{account.email}</bdi> is signed out everywhere and cannot sign in until you enable the account
			again. Its keys go on working; revoke them to stop its programs.
		</ConfirmDialog>
	);
}

export function TotpOffDialog({ account, onClose }: AccountDialogProps) {
	const remove = useRemoveTotpOf();
	return (
		<ConfirmDialog
			action="Turn off"
			error={remove.error}
			isBusy={remove.isPending}
			onClose={onClose}
			onConfirm={() =>
				remove.mutate(account.account_id, {
					onSuccess: done("Two-factor sign-in is off for this account.", onClose),
				})
			}
			opened
			title="Turn off two-factor sign-in?"
			typed={account.email}
		>
			The password alone opens <bdi>{account.email}</bdi> until its holder sets up two-factor sign-in again:
			this cannot be undone here. Do it only for somebody who lost the authenticator and whom you know.
		</ConfirmDialog>
	);
}

function done(message: string, onClose: () => void) {
	return () => {
		notifySuccess(message);
		onClose();
	};
}
