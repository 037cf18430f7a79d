import { IconReceipt } from "@tabler/icons-react";
import { KEPT, useRoute } from "../../../api/routes.ts";
import { EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { usePageNumber } from "../../../parts/use-address.ts";
import { LedgerDetails, ledgerColumns } from "../../key/ledger/ledger-columns.tsx";
import { useShownClient } from "./ClientPage.tsx";

/** Everything that changed a client's balance. */
export function ClientLedger() {
	const { client_id } = useShownClient();
	const [page, turnTo] = usePageNumber();
	const ledger = useRoute(
		"GET /admin/clients/{client_id}/ledger",
		{ path: { client_id }, query: { page, per_page: 25 } },
		KEPT,
	);
	return (
		<Surface
			description="Newest first. Entries never change, and together they add up to the balance."
			flush
			title="Ledger"
		>
			<Listing
				query={ledger}
				waiting={8}
				pager={{ noun: ["entry", "entries"], onPage: turnTo }}
				columns={ledgerColumns}
				details={(entry) => <LedgerDetails entry={entry} />}
				isDense
				name="Ledger"
				rowKey={({ seq, request_id }) => seq ?? request_id}
			>
				<EmptyState icon={IconReceipt} title="Nothing has changed the balance yet" />
			</Listing>
		</Surface>
	);
}
