import { useAction } from "../../api/use-route.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import type { AccountDialogProps } from "./account-dialog.ts";

export function DisableDialog(props: AccountDialogProps) {
	return (
		<ConfirmDialog
			action="Disable"
			act={useAction("POST /admin/accounts/{account_id}/disable", {
				path: { account_id: props.account.account_id },
			})}
			done="Account disabled."
			onClose={props.onClose}
			onDone={props.onClose}
			title="Disable this account?"
			typed={props.account.email}
		>
			<bdi>{props.account.email}</bdi> will be signed out everywhere and cannot sign in until you enable the
			account again. Its keys keep working; revoke them to stop the programs that use them.
		</ConfirmDialog>
	);
}

export function TotpOffDialog(props: AccountDialogProps) {
	return (
		<ConfirmDialog
			action="Turn off"
			act={useAction("DELETE /admin/accounts/{account_id}/totp", {
				path: { account_id: props.account.account_id },
			})}
			done="Two-factor sign-in is off for this account."
			onClose={props.onClose}
			onDone={props.onClose}
			title="Turn off two-factor sign-in?"
			typed={props.account.email}
		>
			A password will be enough to sign in to <bdi>{props.account.email}</bdi> until its owner sets up
			two-factor sign-in again. You cannot turn it back on from here. Only do this for somebody you know who
			has lost their authenticator.
		</ConfirmDialog>
	);
}

export function UnlinkDialog(props: AccountDialogProps) {
	return (
		<ConfirmDialog
			action="Unlink"
			act={useAction("DELETE /admin/accounts/{account_id}/identities", {
				path: { account_id: props.account.account_id },
			})}
			done="Unlinked. The next single sign-on with this address links it again."
			onClose={props.onClose}
			onDone={props.onClose}
			title="Unlink single sign-on?"
			typed={props.account.email}
		>
			<bdi>{props.account.email}</bdi> will be signed out everywhere. Whoever signs in next by single sign-on
			with this address gets the account, with its keys and credits. Only do this if that person may have it.
		</ConfirmDialog>
	);
}
