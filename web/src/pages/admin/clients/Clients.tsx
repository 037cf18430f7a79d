import { Anchor, Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { KEPT, type ListedClient, useAction, usePages } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { formatCredits } from "../../../format/credits.ts";
import { nameProblem } from "../../../format/names.ts";
import { DialogForm } from "../../../parts/DialogForm.tsx";
import { type Column, EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Ago } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { SearchAndState } from "../../../parts/SearchAndState.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { useAddress } from "../../../parts/use-address.ts";
import { optionalEmailProblem } from "../../sign-in/email-problem.ts";
import { ClientSecret } from "./ClientSecret.tsx";

const STATES = [
	{ value: "active", label: "Active" },
	{ value: "expired", label: "Expired" },
	{ value: "revoked", label: "Revoked" },
] as const;

/** All clients, with or without an account. */
export function Clients() {
	const [address] = useAddress();
	const text = address.get("search") ?? "";
	const [isCreating, setCreating] = useState(false);
	const state = STATES.find(({ value }) => value === address.get("state"))?.value;
	const clients = usePages(
		"GET /admin/clients",
		{ query: { ...{ ...(text === "" ? {} : { search: text }), ...(state ? { state } : {}) }, limit: 50 } },
		KEPT,
	);
	const mayCreate = useSession().data?.account?.is_administrator ?? false;
	return (
		<>
			<PageHead
				actions={
					mayCreate ? (
						<Button leftSection={<IconPlus size={17} stroke={1.8} />} onClick={() => setCreating(true)}>
							New key
						</Button>
					) : null
				}
				description="Every key: its access, its balance and its owner."
				name="All keys"
			/>
			<Surface flush title="Keys of all accounts">
				<SearchAndState label="Name, id or e-mail address of the owner" states={STATES} />
				<Listing
					query={clients}
					waiting={8}
					more="Older keys"
					columns={clientColumns}
					isDense
					name="All keys"
					rowKey={({ client_id }) => client_id}
				>
					<EmptyState icon={IconKey} title="No such key">
						{text === ""
							? null
							: "Try part of the name, part of the owner's e-mail address, or the whole id."}
					</EmptyState>
				</Listing>
			</Surface>
			{isCreating ? <NewClientDialog onClose={() => setCreating(false)} /> : null}
		</>
	);
}

const clientColumns: readonly Column<ListedClient>[] = [
	{
		name: "Key",
		isTitle: true,
		cell: ({ client_id, client_name }) => (
			<Anchor component={Link} fw={600} to={`/admin/clients/${client_id}`}>
				<bdi>{client_name}</bdi>
			</Anchor>
		),
	},
	{ name: "Owner", cell: ({ owner }) => <bdi>{owner?.email ?? "Nobody"}</bdi> },
	{ name: "Tier", cell: ({ tier }) => (tier === "enterprise" ? "Enterprise" : "Standard") },
	{ name: "State", cell: ({ state }) => <StateBadge state={state} /> },
	{ name: "Created", cell: ({ created_at }) => <Ago at={created_at} /> },
	{ name: "Credits", isNumber: true, cell: ({ credit_balance }) => formatCredits(credit_balance) },
];

/** Creates a client, with or without an account; its key is shown once. */
function NewClientDialog({ onClose }: { readonly onClose: () => void }) {
	const create = useAction("POST /admin/clients");
	const navigate = useNavigate();
	const form = useForm({
		initialValues: { name: "", owner: "" },
		validate: { name: nameProblem, owner: optionalEmailProblem },
	});
	const made = create.data;
	if (made) {
		return (
			<ClientSecret
				onDone={() => navigate(`/admin/clients/${made.client_id}`)}
				secret={made}
				title="The new key"
			/>
		);
	}
	return (
		<DialogForm
			onClose={onClose}
			title="New key"
			action="Create"
			act={create}
			form={form}
			onSubmit={({ name, owner }) =>
				create.mutate({
					body: { client_name: name.trim(), ...(owner.trim() === "" ? {} : { owner_email: owner.trim() }) },
				})
			}
		>
			<TextInput data-autofocus label="Name" maxLength={200} {...form.getInputProps("name")} />
			<TextInput
				description="Leave empty for none. The account will see this key among its own."
				label="E-mail address of the owner"
				type="email"
				{...form.getInputProps("owner")}
			/>
		</DialogForm>
	);
}
