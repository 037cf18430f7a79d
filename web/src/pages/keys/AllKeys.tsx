import { Button } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { KEPT, type ListedClient, usePages } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { type Column, EmptyState, Listing } from "../../parts/Listing.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { SearchAndState } from "../../parts/SearchAndState.tsx";
import { useAddress } from "../../parts/use-address.ts";
import { keyColumns } from "./key-columns.tsx";
import { NewKeyDialog } from "./NewKeyDialog.tsx";

const STATES = [
	{ value: "active", label: "Active" },
	{ value: "expired", label: "Expired" },
	{ value: "revoked", label: "Revoked" },
] as const;

/** The keys of all accounts, and of none. */
export function AllKeys() {
	const [address] = useAddress();
	const text = address.get("search") ?? "";
	const [isCreating, setCreating] = useState(false);
	const state = STATES.find(({ value }) => value === address.get("state"))?.value;
	const clients = usePages(
		"GET /admin/clients",
		{ query: { ...(text === "" ? {} : { search: text }), ...(state ? { state } : {}), limit: 50 } },
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
				description="Every key, and every account with what it buys from: access, balance and owner."
				name="All keys"
			/>
			<Surface flush title="Keys of all accounts">
				<SearchAndState label="Name, id or e-mail address of the owner" states={STATES} />
				<Listing
					query={clients}
					waiting={8}
					more="Older keys"
					columns={columns}
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
			{isCreating ? <NewKeyDialog isOwn={false} onClose={() => setCreating(false)} /> : null}
		</>
	);
}

const columns: readonly Column<ListedClient>[] = [
	keyColumns.name,
	{ name: "Owner", cell: ({ owner }) => <bdi>{owner?.email ?? "Nobody"}</bdi> },
	{ name: "Tier", cell: ({ tier }) => (tier === "enterprise" ? "Enterprise" : "Standard") },
	keyColumns.state,
	keyColumns.created,
	{ name: "Credits", credits: ({ credit_balance }) => credit_balance },
];
