import { ActionIcon, Menu } from "@mantine/core";
import {
	IconDeviceMobileOff,
	IconDots,
	IconKey,
	IconLink,
	IconLock,
	IconLockOpen,
	IconPhotoUp,
	IconUnlink,
	IconUserShield,
} from "@tabler/icons-react";
import { useState } from "react";
import { type AdminAccount, useAction } from "../../api/routes.ts";
import { notifyFailure, notifySuccess } from "../../parts/toast.tsx";
import {
	DisableDialog,
	KeysAllowedDialog,
	ProposesAsDialog,
	ResetLinkDialog,
	RolesDialog,
	TotpOffDialog,
	UnlinkDialog,
} from "./AccountDialogs.tsx";

const dialogs = {
	reset: ResetLinkDialog,
	roles: RolesDialog,
	proposals: ProposesAsDialog,
	keys: KeysAllowedDialog,
	disable: DisableDialog,
	totp: TotpOffDialog,
	unlink: UnlinkDialog,
};

/** What an administrator can do to an account; actions that would lock out the administrator are not offered. */
export function AccountActions({
	account,
	isSelf,
}: {
	readonly account: AdminAccount;
	readonly isSelf: boolean;
}) {
	const [action, setAction] = useState<keyof typeof dialogs>();
	const Dialog = action && dialogs[action];
	return (
		<>
			<Menu width={240}>
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
					<Menu.Item
						leftSection={<IconUserShield size={17} stroke={1.7} />}
						onClick={() => setAction("roles")}
					>
						Roles
					</Menu.Item>
					<Menu.Item
						leftSection={<IconPhotoUp size={17} stroke={1.7} />}
						onClick={() => setAction("proposals")}
					>
						Suggestions
					</Menu.Item>
					{account.totp_enabled && !isSelf ? (
						<Menu.Item
							leftSection={<IconDeviceMobileOff size={17} stroke={1.7} />}
							onClick={() => setAction("totp")}
						>
							Turn off two-factor sign-in
						</Menu.Item>
					) : null}
					{account.is_linked && !isSelf ? (
						<Menu.Item
							leftSection={<IconUnlink size={17} stroke={1.7} />}
							onClick={() => setAction("unlink")}
						>
							Unlink single sign-on
						</Menu.Item>
					) : null}
					{account.is_disabled ? <EnableItem accountId={account.account_id} /> : null}
					{!account.is_disabled && !isSelf ? (
						<Menu.Item
							className="dangerous"
							leftSection={<IconLock size={17} stroke={1.7} />}
							onClick={() => setAction("disable")}
						>
							Disable
						</Menu.Item>
					) : null}
				</Menu.Dropdown>
			</Menu>
			{Dialog ? <Dialog account={account} onClose={() => setAction(undefined)} /> : null}
		</>
	);
}

function EnableItem({ accountId }: { readonly accountId: string }) {
	const enable = useAction("POST /admin/accounts/{account_id}/enable", { path: { account_id: accountId } });
	return (
		<Menu.Item
			leftSection={<IconLockOpen size={17} stroke={1.7} />}
			onClick={() =>
				enable.mutate(undefined, {
					onSuccess: () => notifySuccess("Account enabled."),
					onError: notifyFailure,
				})
			}
		>
			Enable
		</Menu.Item>
	);
}
