import { IconUsers } from "@tabler/icons-react";
import { type AdminAccount, useAccounts } from "../../api/administration.ts";
import { useSession } from "../../api/session.ts";
import { type Column, DataTable } from "../../parts/DataTable.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { Ago } from "../../parts/Moment.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { TypedText } from "../../parts/TypedText.tsx";
import { changed, useAddress, usePageNumber } from "../../parts/use-address.ts";
import { WaitingRows } from "../../parts/Waiting.tsx";
import { AccountActions } from "./AccountActions.tsx";
import { AccountName } from "./AccountName.tsx";
import classes from "./Administration.module.css";

/** All accounts. */
export function Accounts() {
	const [address, change] = useAddress();
	const search = address.get("search") ?? "";
	const [page, turnTo] = usePageNumber();
	const accounts = useAccounts({ ...(search === "" ? {} : { search }), page, per_page: 25 });
	const self = useSession().data?.account?.account_id;
	const rows = accounts.data?.data ?? [];
	return (
		<>
			<PageHead description="Manage roles, password resets, access and key limits." name="Accounts" />
			<Surface flush title="All accounts">
				<search className={classes.search}>
					<TypedText
						aria-label="Search by e-mail address"
						onType={(typed) => change((now) => changed(now, "search", typed))}
						placeholder="Search by e-mail address"
						value={search}
					/>
				</search>
				{accounts.error ? <FailureNotice error={accounts.error} onRetry={() => accounts.refetch()} /> : null}
				{accounts.isPending ? <WaitingRows /> : null}
				{accounts.data && rows.length === 0 ? (
					<EmptyState icon={<IconUsers size={30} stroke={1.5} />} title="No such account">
						Try any part of the e-mail address.
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
					<Pager noun={["account", "accounts"]} onPage={turnTo} pagination={accounts.data.pagination} />
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
