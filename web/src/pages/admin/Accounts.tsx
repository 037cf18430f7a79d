import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch, IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { type AdminAccount, useAccounts } from "../../api/administration.ts";
import { useSession } from "../../api/session.ts";
import { type Column, DataTable } from "../../parts/DataTable.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { Ago } from "../../parts/Moment.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { WaitingRows } from "../../parts/Waiting.tsx";
import { AccountActions } from "./AccountActions.tsx";
import { AccountName } from "./AccountName.tsx";
import classes from "./Administration.module.css";

const TYPING_MS = 250;

/** All accounts. */
export function Accounts() {
	const [typed, setTyped] = useState("");
	const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
	const [page, setPage] = useState(1);
	const accounts = useAccounts({ ...(search === "" ? {} : { search }), page, per_page: 25 });
	const self = useSession().data?.account?.account_id;
	const rows = accounts.data?.data ?? [];
	return (
		<>
			<PageHead description="Roles, reset links, locks and limits of keys." name="Accounts" />
			<Surface flush title="All accounts">
				<search className={classes.search}>
					<TextInput
						aria-label="Search by e-mail address"
						leftSection={<IconSearch aria-hidden="true" size={17} />}
						onChange={(event) => {
							setTyped(event.currentTarget.value);
							setPage(1);
						}}
						placeholder="Search by e-mail address"
						type="search"
						value={typed}
					/>
				</search>
				{accounts.error ? <FailureNotice error={accounts.error} onRetry={() => accounts.refetch()} /> : null}
				{accounts.isPending ? <WaitingRows /> : null}
				{accounts.data && rows.length === 0 ? (
					<EmptyState icon={<IconUsers size={30} stroke={1.5} />} title="No such account">
						The search looks for a part of the e-mail address.
					</EmptyState>
				) : null}
				{rows.length > 0 ? (
					<DataTable
						columns={accountColumns(self)}
						isStale={accounts.isPlaceholderData}
						name="Accounts"
						rowKey={({ account_id }) => account_id}
						rows={rows}
					/>
				) : null}
				{accounts.data && rows.length > 0 ? (
					<Pager noun={["account", "accounts"]} onPage={setPage} pagination={accounts.data.pagination} />
				) : null}
			</Surface>
		</>
	);
}

function accountColumns(self: string | undefined): readonly Column<AdminAccount>[] {
	return [
		{ name: "Account", isTitle: true, cell: (account) => <AccountName account={account} /> },
		{
			name: "Active keys",
			isNumber: true,
			cell: ({ active_keys, keys_allowed }) =>
				keys_allowed === null ? active_keys : `${active_keys} of ${keys_allowed}`,
		},
		{ name: "Created", cell: ({ created_at }) => <Ago at={created_at} /> },
		{
			name: "Last seen",
			cell: ({ last_seen_at }) => (last_seen_at === null ? "Never" : <Ago at={last_seen_at} />),
		},
		{
			name: "Actions",
			isActions: true,
			cell: (account) => <AccountActions account={account} isSelf={account.account_id === self} />,
		},
	];
}
