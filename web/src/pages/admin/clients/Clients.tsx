import { Button } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useSession } from "../../../api/session.ts";
import { KEPT, usePages } from "../../../api/use-route.ts";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { Listing } from "../../../parts/Listing.tsx";
import { PageHead } from "../../../parts/PageHead.tsx";
import { SearchAndState } from "../../../parts/SearchAndState.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { useAddress } from "../../../parts/use-address.ts";
import { clientColumns } from "./client-columns.tsx";
import { NewClientDialog } from "./NewClientDialog.tsx";

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
					<EmptyState icon={<IconKey size={30} stroke={1.5} />} title="No such key">
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
