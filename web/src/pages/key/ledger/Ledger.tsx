import { Button } from "@mantine/core";
import { IconDownload, IconReceipt } from "@tabler/icons-react";
import { ledgerCsvUrl, useLedger } from "../../../api/ledger.ts";
import { DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Pager } from "../../../parts/Pager.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { useAddress, usePageNumber } from "../../../parts/use-address.ts";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { useShownKey } from "../KeyPage.tsx";
import { filterOf } from "./filter.ts";
import { LedgerFilterForm } from "./LedgerFilterForm.tsx";
import { LedgerDetails, ledgerColumnsOf } from "./ledger-columns.tsx";

/** Everything that changed the balance. Filters and page are in the URL, so that a view can be shared. */
export function Ledger() {
	const { client_id, state } = useShownKey();
	const [address, change] = useAddress();
	const filter = filterOf(address);
	const [page, turnTo] = usePageNumber();
	const ledger = useLedger(client_id, filter, page);
	const isFiltered = Object.keys(filter).length > 0;
	const rows = ledger.data?.data ?? [];
	return (
		<Surface
			actions={
				<Button
					component="a"
					download
					href={ledgerCsvUrl(client_id, filter)}
					leftSection={<IconDownload size={16} stroke={1.7} />}
					variant="default"
				>
					Export CSV
				</Button>
			}
			description="Newest first. Entries never change, and together they add up to the balance."
			flush
			title="Ledger"
		>
			<LedgerFilterForm filter={filter} onChange={change} />
			{ledger.error ? <FailureNotice error={ledger.error} onRetry={() => ledger.refetch()} /> : null}
			{ledger.isPending ? <WaitingRows rows={8} /> : null}
			{ledger.data && rows.length === 0 ? (
				<EmptyState
					icon={<IconReceipt size={30} stroke={1.5} />}
					title={isFiltered ? "No entry matches" : "Nothing has changed the balance yet"}
				>
					{isFiltered
						? "Try a longer period or another kind."
						: "Top-ups and charged calls appear here, each with its request id."}
				</EmptyState>
			) : null}
			{rows.length > 0 ? (
				<DataTable
					columns={ledgerColumnsOf(state === "active" ? client_id : undefined)}
					details={(entry) => <LedgerDetails entry={entry} />}
					isDense
					isStale={ledger.isPlaceholderData}
					name="Ledger"
					rowKey={({ seq }) => seq}
					rows={rows}
				/>
			) : null}
			{ledger.data && rows.length > 0 ? (
				<Pager noun={["entry", "entries"]} onPage={turnTo} pagination={ledger.data.pagination} />
			) : null}
		</Surface>
	);
}
