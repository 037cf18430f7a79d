import { Anchor, Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Link } from "react-router";
import { type AnyClient, useAction } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { formatCredits } from "../../../format/credits.ts";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Form } from "../../../parts/Form.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { SavedWarnings } from "../../../parts/SavedWarnings.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";
import classes from "./Client.module.css";
import { useShownClient } from "./ClientPage.tsx";
import { PolicyInputs } from "./PolicyInputs.tsx";
import { changeOf, fieldProblems, fieldsOf, type PolicyFields } from "./policy-form.ts";

/** Everything that an administrator decides about a client, with related facts. */
export function Policy() {
	const client = useShownClient();
	return (
		<div className={classes.columns}>
			<Surface
				description="Changes apply from the key's next call; on other nodes, within five seconds."
				title="Policy"
			>
				<PolicyForm client={client} key={client.client_id} />
			</Surface>
			<ClientFacts client={client} />
		</div>
	);
}

function PolicyForm({ client }: { readonly client: AnyClient }) {
	const change = useAction("PATCH /admin/clients/{client_id}", { path: { client_id: client.client_id } });
	const mayEdit = useSession().data?.account?.is_administrator ?? false;
	const form = useForm<PolicyFields>({
		initialValues: fieldsOf(client),
		validate: fieldProblems,
	});
	const save = (values: PolicyFields) =>
		change.mutate(
			{ body: changeOf(fieldsOf(client), values) },
			{
				onSuccess: ({ client: changed }) => {
					form.setInitialValues(fieldsOf(changed));
					form.reset();
					notifySuccess("Saved.");
				},
			},
		);
	return (
		<Form error={change.error} form={form} onSubmit={save}>
			<SavedWarnings warnings={change.data?.warnings} />
			<PolicyInputs client={client} form={form} isReadOnly={!mayEdit} />
			{mayEdit ? (
				<div>
					<Button disabled={!form.isDirty()} loading={change.isPending} type="submit">
						Save
					</Button>
				</div>
			) : null}
		</Form>
	);
}

/** Money, and the other keys of the same account. */
function ClientFacts({ client }: { readonly client: AnyClient }) {
	const { credit_balance, spent_today, daily_cap_credits, low_balance_credits, created_at } = client;
	return (
		<Stack gap="1.5rem">
			<Surface title="Credits">
				<Facts layout="lines">
					<Fact name="Balance">
						{formatCredits(credit_balance)}
						{client.shares_balance ? ", on which others draw too" : null}
					</Fact>
					<Fact name="Spent today">{formatCredits(spent_today)}</Fact>
					<Fact name="Daily cap">{amountOr(daily_cap_credits, "None")}</Fact>
					<Fact name="Monthly cap">{amountOr(client.monthly_cap_credits, "None")}</Fact>
					<Fact name="Low-balance mark">{amountOr(low_balance_credits, "None")}</Fact>
					<Fact name="Created">
						<Moment at={created_at} />
					</Fact>
				</Facts>
			</Surface>
			{client.owner === null ? null : <SameAccount client={client} email={client.owner.email} />}
		</Stack>
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
