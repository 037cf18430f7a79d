import { Menu, UnstyledButton } from "@mantine/core";
import { IconCheck, IconLogout, IconSelector, IconUser, IconUserCircle } from "@tabler/icons-react";
import { Link, useNavigate } from "react-router";
import type { CurrentSession } from "../api/routes.ts";
import { useAccountChange, useSignOut } from "../api/session.ts";
import { memberRoleWords } from "../format/member-roles.ts";
import { notifyFailure } from "../parts/toast.tsx";
import classes from "./AccountMenu.module.css";

/** Who is signed in and for which account they act, switching to another one, and signing out. */
export function AccountMenu({ session }: { readonly session: CurrentSession }) {
	const { account, acts_for: actsFor, accounts } = session;
	const signOut = useSignOut();
	if (!account || !actsFor) return null;
	return (
		<Menu position="top-start" shadow="lg" width={260}>
			<Menu.Target>
				<UnstyledButton className={classes.button}>
					<span aria-hidden="true" className={classes.initial}>
						<IconUser size={17} stroke={1.8} />
					</span>
					<span className="unseen">Account menu of</span>
					<span className={classes.who}>
						<bdi className={classes.email}>{account.email}</bdi>
						{actsFor.name === account.email ? null : <bdi className={classes.shop}>{actsFor.name}</bdi>}
					</span>
					<IconSelector aria-hidden="true" size={16} />
				</UnstyledButton>
			</Menu.Target>
			<Menu.Dropdown>
				{accounts.length > 1 ? <Accounts session={session} /> : null}
				<Menu.Item component={Link} leftSection={<IconUserCircle size={17} stroke={1.7} />} to="/account">
					Your sign-in
				</Menu.Item>
				<Menu.Item
					leftSection={<IconLogout size={17} stroke={1.7} />}
					onClick={() => signOut.mutate(undefined, { onError: notifyFailure })}
				>
					Sign out
				</Menu.Item>
			</Menu.Dropdown>
		</Menu>
	);
}

function Accounts({ session: { accounts, acts_for: actsFor } }: { readonly session: CurrentSession }) {
	const switchTo = useAccountChange("PUT /session/account");
	const navigate = useNavigate();
	return (
		<>
			<Menu.Label>Work for</Menu.Label>
			{accounts.map(({ account_id, name, role, is_own }) => (
				<Menu.Item
					aria-current={account_id === actsFor?.account_id}
					key={account_id}
					onClick={() =>
						switchTo.mutate({ account_id }, { onSuccess: () => void navigate("/"), onError: notifyFailure })
					}
					rightSection={
						account_id === actsFor?.account_id ? <IconCheck aria-hidden="true" size={16} /> : null
					}
				>
					<bdi className={classes.account}>{name}</bdi>
					<span className={classes.role}>{is_own ? "Your own account" : memberRoleWords[role].name}</span>
				</Menu.Item>
			))}
			<Menu.Divider />
		</>
	);
}
