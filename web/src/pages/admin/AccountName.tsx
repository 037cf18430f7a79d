import { Badge } from "@mantine/core";
import type { AdminAccount } from "../../api/shapes.ts";
import { roleWords } from "../../format/roles.ts";
import { StateBadge } from "../../parts/StateBadge.tsx";
import classes from "./Administration.module.css";

/** The e-mail address with badges for the account's state. */
export function AccountName({ account }: { readonly account: AdminAccount }) {
	return (
		<div className={classes.who}>
			<bdi className={classes.name}>{account.email}</bdi>
			<span className={classes.badges}>
				{account.is_disabled ? <StateBadge state="disabled" /> : null}
				{account.roles.map((role) => (
					<Mark color="petrol" key={role}>
						{roleWords[role].name}
					</Mark>
				))}
				{account.totp_enabled ? <Mark color="green">Two-factor</Mark> : null}
				{account.must_change_password ? <Mark color="marigold">One-time password</Mark> : null}
			</span>
		</div>
	);
}

function Mark({ color, children }: { readonly color: string; readonly children: string }) {
	return (
		<Badge color={color} radius="sm" size="sm" variant="light">
			{children}
		</Badge>
	);
}
