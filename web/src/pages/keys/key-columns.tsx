import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import type { Key, ListedClient } from "../../api/routes.ts";
import type { Column } from "../../parts/Listing.tsx";
import { Ago } from "../../parts/Moment.tsx";
import { KeyState, Mark } from "../../parts/StateBadge.tsx";

type Listed = Pick<
	Key & ListedClient,
	"client_id" | "client_name" | "is_account" | "state" | "balance_is_low" | "created_at"
>;

/** The columns of every table of keys. */
export const keyColumns = {
	name: {
		name: "Key",
		isTitle: true,
		cell: ({ client_id, client_name, is_account }) => (
			<>
				<Anchor component={Link} fw={600} to={`/keys/${client_id}`}>
					<bdi>{client_name}</bdi>
				</Anchor>{" "}
				{is_account ? <Mark color="gray">Account</Mark> : null}
			</>
		),
	},
	state: { name: "State", cell: (key) => <KeyState of={key} /> },
	created: { name: "Created", cell: ({ created_at }) => <Ago at={created_at} /> },
} as const satisfies Readonly<Record<string, Column<Listed>>>;
