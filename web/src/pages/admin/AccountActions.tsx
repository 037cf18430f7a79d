import { ActionIcon, Menu } from "@mantine/core";
import {
	IconDeviceMobileOff,
	IconDots,
	IconKey,
	IconLink,
	IconLock,
	IconLockOpen,
} from "@tabler/icons-react";
import { useState } from "react";
import {
	type AdminAccount,
	useDisableAccount,
	useEnableAccount,
	useRemoveTotpOf,
} from "../../api/administration.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { tellDone, tellFailed } from "../../parts/toast.tsx";
import { KeysAllowedDialog } from "./KeysAllowedDialog.tsx";
import { ResetLinkDialog } from "./ResetLinkDialog.tsx";

type Action = "reset" | "disable" | "totp" | "keys";

/** What an administrator can do to an account; what would lock himself out is not offered. */
export function AccountActions({
	account,
	isSelf,
}: {
	readonly account: AdminAccount;
	readonly isSelf: boolean;
}) {
	const [action, setAction] = useState<Action>();
	const enable = useEnableAccount();
	const close = () => setAction(undefined);
	return (
		<>
			<Menu position="bottom-end" shadow="md" width={240}>
				<Menu.Target>
					<ActionIcon aria-label={`Actions for ${account.email}`} color="gray" size={34} variant="default">
						<IconDots size={18} />
					</ActionIcon>
				</Menu.Target>
				<Menu.Dropdown>
					<Menu.Item leftSection={<IconLink size={17} stroke={1.7} />} onClick={() => setAction("reset")}>
						Make a reset link
					</Menu.Item>
					<Menu.Item leftSection={<IconKey size={17} stroke={1.7} />} onClick={() => setAction("keys")}>
						Number of keys
					</Menu.Item>
					{account.totp_enabled && !isSelf ? (
						<Menu.Item
							leftSection={<IconDeviceMobileOff size={17} stroke={1.7} />}
							onClick={() => setAction("totp")}
						>
							Turn off two-factor sign-in
						</Menu.Item>
					) : null}
					{account.is_disabled ? (
						<Menu.Item
							leftSection={<IconLockOpen size={17} stroke={1.7} />}
							onClick={() =>
								enable.mutate(account.account_id, {
									onSuccess: () => tellDone("The account is open again."),
									onError: tellFailed,
								})
							}
						>
							Enable
						</Menu.Item>
					) : null}
					{!account.is_disabled && !isSelf ? (
						<Menu.Item
							color="red"
							leftSection={<IconLock size={17} stroke={1.7} />}
							onClick={() => setAction("disable")}
						>
							Disable
						</Menu.Item>
					) : null}
				</Menu.Dropdown>
			</Menu>
			{action === "reset" ? <ResetLinkDialog account={account} onClose={close} /> : null}
			{action === "keys" ? <KeysAllowedDialog account={account} onClose={close} /> : null}
			{action === "disable" ? <DisableDialog account={account} onClose={close} /> : null}
			{action === "totp" ? <TotpOffDialog account={account} onClose={close} /> : null}
		</>
	);
}

export interface AccountDialogProps {
	readonly account: AdminAccount;
	readonly onClose: () => void;
}

function DisableDialog({ account, onClose }: AccountDialogProps) {
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
		>
			<bdi>{account.email}</bdi> is signed out everywhere and cannot sign in until you enable the account
			again. Its keys go on working; revoke them to stop its programs.
		</ConfirmDialog>
	);
}

function TotpOffDialog({ account, onClose }: AccountDialogProps) {
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
		>
			The password alone opens <bdi>{account.email}</bdi> from then on. Do this only for somebody who lost the
			authenticator and whom you know.
		</ConfirmDialog>
	);
}

function done(message: string, onClose: () => void) {
	return () => {
		tellDone(message);
		onClose();
	};
}
