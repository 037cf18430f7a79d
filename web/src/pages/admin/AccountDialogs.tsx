import type { ReactNode } from "react";
import { useAction } from "../../api/use-route.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { notifySuccess } from "../../parts/toast.tsx";
import type { AccountDialogProps } from "./account-dialog.ts";

export function DisableDialog(props: AccountDialogProps) {
	return (
		<ConfirmChange
			{...props}
			action="Disable"
			change={useAction("POST /admin/accounts/{account_id}/disable", {
				path: { account_id: props.account.account_id },
			})}
			done="Account disabled."
			title="Disable this account?"
		>
			<bdi>{props.account.email}</bdi> will be signed out everywhere and cannot sign in until you enable the
			account again. Its keys keep working; revoke them to stop the programs that use them.
		</ConfirmChange>
	);
}

export function TotpOffDialog(props: AccountDialogProps) {
	return (
		<ConfirmChange
			{...props}
			action="Turn off"
			change={useAction("DELETE /admin/accounts/{account_id}/totp", {
				path: { account_id: props.account.account_id },
			})}
			done="Two-factor sign-in is off for this account."
			title="Turn off two-factor sign-in?"
		>
			A password will be enough to sign in to <bdi>{props.account.email}</bdi> until its owner sets up
			two-factor sign-in again. You cannot turn it back on from here. Only do this for somebody you know who
			has lost their authenticator.
		</ConfirmChange>
	);
}

export function UnlinkDialog(props: AccountDialogProps) {
	return (
		<ConfirmChange
			{...props}
			action="Unlink"
			change={useAction("DELETE /admin/accounts/{account_id}/identities", {
				path: { account_id: props.account.account_id },
			})}
			done="Unlinked. The next single sign-on with this address links it again."
			title="Unlink single sign-on?"
		>
			<bdi>{props.account.email}</bdi> will be signed out everywhere. Whoever signs in next by single sign-on
			with this address gets the account, with its keys and credits. Only do this if that person may have it.
		</ConfirmChange>
	);
}

interface ConfirmChangeProps extends AccountDialogProps {
	readonly action: string;
	readonly title: string;
	readonly change: {
		readonly isPending: boolean;
		readonly error: unknown;
		mutate(input: undefined, options: { readonly onSuccess: () => void }): void;
	};
	/** The message when it has been done. */
	readonly done: string;
	readonly children: ReactNode;
}

/** Asks for the e-mail address to be typed before the account is changed. */
function ConfirmChange({ account, onClose, action, title, change, done, children }: ConfirmChangeProps) {
	return (
		<ConfirmDialog
			action={action}
			error={change.error}
			isBusy={change.isPending}
			onClose={onClose}
			onConfirm={() =>
				change.mutate(undefined, {
					onSuccess: () => {
						notifySuccess(done);
						onClose();
					},
				})
			}
			opened
			title={title}
			typed={account.email}
		>
			{children}
		</ConfirmDialog>
	);
}
