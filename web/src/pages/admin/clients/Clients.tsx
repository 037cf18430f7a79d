import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconKey, IconPlus, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useClients } from "../../../api/clients.ts";
import { useSession } from "../../../api/session.ts";
import { DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { PageHead } from "../../../parts/PageHead.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import classes from "./Clients.module.css";
import { clientColumns } from "./client-columns.tsx";
import { NewClientDialog } from "./NewClientDialog.tsx";

const TYPING_MS = 250;
const STATES = ["active", "expired", "revoked"] as const;

const STATE_CHOICES = [
	{ value: "", label: "All" },
	{ value: "active", label: "Active" },
	{ value: "expired", label: "Expired" },
	{ value: "revoked", label: "Revoked" },
];

/** The keys of all accounts, and of none. */
export function Clients() {
	const [search, setSearch] = useSearchParams();
	const [typed, setTyped] = useState(search.get("search") ?? "");
	const [text] = useDebouncedValue(typed.trim(), TYPING_MS);
	const [isCreating, setCreating] = useState(false);
	const state = STATES.find((name) => name === search.get("state"));
	const clients = useClients({ ...(text === "" ? {} : { search: text }), ...(state ? { state } : {}) });
	const rows = clients.data?.pages.flatMap(({ data }) => data) ?? [];
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
				<FilterBar>
					<TextInput
						className={classes.search ?? ""}
						label="Name, id or e-mail address of the owner"
						leftSection={<IconSearch aria-hidden="true" size={16} />}
						onChange={(event) => setTyped(event.currentTarget.value)}
						size="sm"
						type="search"
						value={typed}
					/>
					<NativeSelect
						data={STATE_CHOICES}
						label="State"
						onChange={({ currentTarget: { value } }) =>
							setSearch(value === "" ? {} : { state: value }, { replace: true })
						}
						size="sm"
						value={state ?? ""}
					/>
				</FilterBar>
				{clients.error ? <FailureNotice error={clients.error} onRetry={() => clients.refetch()} /> : null}
				{clients.isPending ? <WaitingRows rows={8} /> : null}
				{clients.data && rows.length === 0 ? (
					<EmptyState icon={<IconKey size={30} stroke={1.5} />} title="No such key">
						{text === ""
							? null
							: "The search looks for a part of the name or of the owner's e-mail address, or the whole id."}
					</EmptyState>
				) : null}
				{rows.length > 0 ? (
					<DataTable
						columns={clientColumns}
						isDense
						isStale={clients.isPlaceholderData}
						name="All keys"
						rowKey={({ client_id }) => client_id}
						rows={rows}
					/>
				) : null}
				{clients.hasNextPage ? <OlderClients clients={clients} /> : null}
			</Surface>
			{isCreating ? <NewClientDialog onClose={() => setCreating(false)} /> : null}
		</>
	);
}

function OlderClients({ clients }: { readonly clients: ReturnType<typeof useClients> }) {
	return (
		<div className={classes.more}>
			<Button
				loading={clients.isFetchingNextPage}
				onClick={() => clients.fetchNextPage()}
				size="sm"
				variant="default"
			>
				Older keys
			</Button>
		</div>
	);
}
