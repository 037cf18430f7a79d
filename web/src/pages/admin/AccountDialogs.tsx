import { useDisableAccount, useRemoveTotpOf, useUnlinkAccount } from "../../api/administration.ts";
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
			onConfirm={() => disable.mutate(account.account_id, { onSuccess: done("Account disabled.", onClose) })}
			opened
			title="Disable this account?"
			typed={account.email}
		>
			<bdi>{account.email}</bdi> will be signed out everywhere and cannot sign in until you enable the account
			again. Its keys keep working; revoke them to stop the programs that use them.
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
			A password will be enough to sign in to <bdi>{account.email}</bdi> until its owner sets up two-factor
			sign-in again. You cannot turn it back on from here. Only do this for somebody you know who has lost
			their authenticator.
		</ConfirmDialog>
	);
}

export function UnlinkDialog({ account, onClose }: AccountDialogProps) {
	const unlink = useUnlinkAccount();
	return (
		<ConfirmDialog
			action="Unlink"
			error={unlink.error}
			isBusy={unlink.isPending}
			onClose={onClose}
			onConfirm={() =>
				unlink.mutate(account.account_id, {
					onSuccess: done("Unlinked. The next single sign-on with this address links it again.", onClose),
				})
			}
			opened
			title="Unlink single sign-on?"
			typed={account.email}
		>
			<bdi>{account.email}</bdi> will be signed out everywhere. Whoever signs in next by single sign-on with
			this address gets the account, with its keys and credits. Only do this if that person may have it.
		</ConfirmDialog>
	);
}

function done(message: string, onClose: () => void) {
	return () => {
		notifySuccess(message);
		onClose();
	};
}
