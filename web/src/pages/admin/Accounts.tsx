import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
	IconDeviceMobileOff,
	IconDots,
	IconKey,
	IconLink,
	IconLock,
	IconLockOpen,
	IconPhotoUp,
	IconPlus,
	IconUnlink,
	IconUserShield,
	IconUsers,
} from "@tabler/icons-react";
import { useState } from "react";
import { type AdminAccount, KEPT, useAction, useRoute } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { roleWords } from "../../format/roles.ts";
import { MenuAction } from "../../parts/ActionButton.tsx";
import { type Column, EmptyState, Listing } from "../../parts/Listing.tsx";
import { Ago } from "../../parts/Moment.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { Mark, StateBadge } from "../../parts/StateBadge.tsx";
import { TypedText } from "../../parts/TypedText.tsx";
import { told } from "../../parts/toast.tsx";
import { useFilters, usePageNumber } from "../../parts/use-address.ts";
import {
	DisableDialog,
	KeysAllowedDialog,
	OpenAccountDialog,
	ProposesAsDialog,
	ResetLinkDialog,
	RolesDialog,
	TotpOffDialog,
	UnlinkDialog,
} from "./AccountDialogs.tsx";
import classes from "./Administration.module.css";

export function Accounts() {
	const [address, set] = useFilters();
	const search = address.get("search") ?? "";
	const [page, turnTo] = usePageNumber();
	const accounts = useRoute(
		"GET /admin/accounts",
		{ query: { ...(search === "" ? {} : { search }), page, per_page: 25 } },
		KEPT,
	);
	const [isOpening, dialog] = useDisclosure(false);
	const self = useSession().data?.account?.account_id;
	return (
		<>
			<PageHead
				actions={
					<Button leftSection={<IconPlus size={18} />} onClick={dialog.open}>
						Open an account
					</Button>
				}
				description="Manage roles, password resets, access and key limits."
				name="Accounts"
			/>
			{isOpening ? <OpenAccountDialog onClose={dialog.close} /> : null}
			<Surface flush title="All accounts">
				<search className={classes.search}>
					<TypedText
						aria-label="Search by name or e-mail address"
						onType={(typed) => set("search", typed)}
						placeholder="Name or e-mail address"
						value={search}
					/>
				</search>
				<Listing
					query={accounts}
					waiting={4}
					pager={{ noun: ["account", "accounts"], onPage: turnTo }}
					columns={accountColumns(self)}
					name="Accounts"
					rowKey={({ account_id }) => account_id}
				>
					<EmptyState icon={IconUsers} title="No such account">
						Try any part of the name or the e-mail address.
					</EmptyState>
				</Listing>
			</Surface>
		</>
	);
}

function accountColumns(self: string | undefined): readonly Column<AdminAccount>[] {
	return [
		{ name: "Account", isTitle: true, cell: (account) => <AccountName account={account} /> },
		{
			name: "Active keys",
			isNumber: true,
			cell: ({ active_keys, keys_allowed }) =>
				keys_allowed === null ? active_keys : `${active_keys} of ${keys_allowed}`,
		},
		{ name: "Members", isNumber: true, cell: ({ members }) => 1 + members },
		{ name: "Created", cell: ({ created_at }) => <Ago at={created_at} /> },
		{
			name: "Last seen",
			cell: ({ last_seen_at }) => (last_seen_at === null ? "Never" : <Ago at={last_seen_at} />),
		},
		{
			name: "Actions",
			isActions: true,
			cell: (account) => <AccountActions account={account} isSelf={account.account_id === self} />,
		},
	];
}

/** The name and the e-mail address with badges for the account's state. */
function AccountName({ account }: { readonly account: AdminAccount }) {
	return (
		<div className={classes.who}>
			<span>
				<bdi className={classes.name}>{account.name ?? account.email}</bdi>
				{account.name === null ? null : (
					<>
						{" "}
						<bdi>{account.email}</bdi>
					</>
				)}
			</span>
			<Group gap={6}>
				{account.is_disabled ? <StateBadge state="disabled" /> : null}
				{account.roles.map((role) => (
					<Mark color="petrol" key={role}>
						{roleWords[role].name}
					</Mark>
				))}
				{account.totp_enabled ? <Mark color="green">Two-factor</Mark> : null}
				{account.must_change_password ? <Mark color="marigold">One-time password</Mark> : null}
			</Group>
		</div>
	);
}

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
function AccountActions({ account, isSelf }: { readonly account: AdminAccount; readonly isSelf: boolean }) {
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
					<MenuAction icon={IconLink} onClick={() => setAction("reset")}>
						Make a reset link
					</MenuAction>
					<MenuAction icon={IconKey} onClick={() => setAction("keys")}>
						Number of keys
					</MenuAction>
					<MenuAction icon={IconUserShield} onClick={() => setAction("roles")}>
						Roles
					</MenuAction>
					<MenuAction icon={IconPhotoUp} onClick={() => setAction("proposals")}>
						Suggestions
					</MenuAction>
					{account.totp_enabled && !isSelf ? (
						<MenuAction icon={IconDeviceMobileOff} onClick={() => setAction("totp")}>
							Turn off two-factor sign-in
						</MenuAction>
					) : null}
					{account.is_linked && !isSelf ? (
						<MenuAction icon={IconUnlink} onClick={() => setAction("unlink")}>
							Unlink single sign-on
						</MenuAction>
					) : null}
					{account.is_disabled ? <EnableItem accountId={account.account_id} /> : null}
					{!account.is_disabled && !isSelf ? (
						<MenuAction icon={IconLock} className="dangerous" onClick={() => setAction("disable")}>
							Disable
						</MenuAction>
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
		<MenuAction icon={IconLockOpen} onClick={() => enable.mutate(undefined, told("Account enabled."))}>
			Enable
		</MenuAction>
	);
}
