import { IconReceipt } from "@tabler/icons-react";
import { useClientLedger } from "../../../api/clients.ts";
import { DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Pager } from "../../../parts/Pager.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { usePageNumber } from "../../../parts/use-address.ts";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { LedgerDetails, ledgerColumns } from "../../key/ledger/ledger-columns.tsx";
import { useShownClient } from "./ClientPage.tsx";

/** Everything that changed a client's balance. */
export function ClientLedger() {
	const { client_id } = useShownClient();
	const [page, turnTo] = usePageNumber();
	const ledger = useClientLedger(client_id, page);
	const rows = ledger.data?.data ?? [];
	return (
		<Surface
			description="Newest first. Entries never change, and together they add up to the balance."
			flush
			title="Ledger"
		>
			{ledger.error ? <FailureNotice error={ledger.error} onRetry={() => ledger.refetch()} /> : null}
			{ledger.isPending ? <WaitingRows rows={8} /> : null}
			{ledger.data && rows.length === 0 ? (
				<EmptyState
					icon={<IconReceipt size={30} stroke={1.5} />}
					title="Nothing has changed the balance yet"
				/>
			) : null}
			{ledger.data && rows.length > 0 ? (
				<>
					<DataTable
						columns={ledgerColumns}
						details={(entry) => <LedgerDetails entry={entry} />}
						isDense
						isStale={ledger.isPlaceholderData}
						name="Ledger"
						rowKey={({ seq }) => seq}
						rows={rows}
					/>
					<Pager noun={["entry", "entries"]} onPage={turnTo} pagination={ledger.data.pagination} />
				</>
			) : null}
		</Surface>
	);
}
