import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { AnyClient } from "../../../api/shapes.ts";
import { formatCredits } from "../../../format/credits.ts";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import classes from "./Client.module.css";

/** Money, and the other keys of the same account. */
export function ClientFacts({ client }: { readonly client: AnyClient }) {
	const { credit_balance, spent_today, daily_cap_credits, low_balance_credits, created_at } = client;
	return (
		<div className={classes.aside}>
			<Surface title="Credits">
				<Facts layout="lines">
					<Fact name="Balance">{formatCredits(credit_balance)}</Fact>
					<Fact name="Spent today">{formatCredits(spent_today)}</Fact>
					<Fact name="Daily cap">{amountOr(daily_cap_credits, "None")}</Fact>
					<Fact name="Low-balance mark">{amountOr(low_balance_credits, "None")}</Fact>
					<Fact name="Created">
						<Moment at={created_at} />
					</Fact>
				</Facts>
			</Surface>
			{client.owner === null ? null : <SameAccount client={client} email={client.owner.email} />}
		</div>
	);
}

function SameAccount({ client, email }: { readonly client: AnyClient; readonly email: string }) {
	const { other_clients } = client;
	return (
		<Surface title="Same account">
			<p className={classes.account}>
				<bdi>{email}</bdi> {other_clients.length === 0 ? "has no other key." : "also has:"}
			</p>
			<ul className={classes.others}>
				{other_clients.map(({ client_id, client_name, state }) => (
					<li key={client_id}>
						<Anchor component={Link} to={`/admin/clients/${client_id}`}>
							<bdi>{client_name}</bdi>
						</Anchor>
						<StateBadge state={state} />
					</li>
				))}
			</ul>
		</Surface>
	);
}

function amountOr(credits: number | null, none: string): string {
	return credits === null ? none : formatCredits(credits);
}
