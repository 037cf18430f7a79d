import { Menu, UnstyledButton } from "@mantine/core";
import { IconLogout, IconSelector, IconUser, IconUserCircle } from "@tabler/icons-react";
import { Link } from "react-router";
import type { Account } from "../api/routes.ts";
import { useSignOut } from "../api/session.ts";
import { notifyFailure } from "../parts/toast.tsx";
import classes from "./AccountMenu.module.css";

/** Which account is signed in, and signing out. */
export function AccountMenu({ account }: { readonly account: Account }) {
	const signOut = useSignOut();
	return (
		<Menu position="top-start" shadow="lg" width={230}>
			<Menu.Target>
				<UnstyledButton className={classes.button}>
					<span aria-hidden="true" className={classes.initial}>
						<IconUser size={17} stroke={1.8} />
					</span>
					<span className="unseen">Account menu of</span>
					<bdi className={classes.email}>{account.email}</bdi>
					<IconSelector aria-hidden="true" size={16} />
				</UnstyledButton>
			</Menu.Target>
			<Menu.Dropdown>
				<Menu.Item component={Link} leftSection={<IconUserCircle size={17} stroke={1.7} />} to="/account">
					Account
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
