import { NativeSelect } from "@mantine/core";
import { IconReceipt } from "@tabler/icons-react";
import { routeUrl } from "../../../api/call.ts";
import { KEPT, type LedgerFilter, useRoute } from "../../../api/routes.ts";
import { DownloadButton } from "../../../parts/ActionButton.tsx";
import { DayFields } from "../../../parts/DayField.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { EmptyState, Listing } from "../../../parts/Listing.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { useAddress, useFilters, usePageNumber } from "../../../parts/use-address.ts";
import { useShownKey } from "../KeyPage.tsx";
import { filterOf, kinds } from "./filter.ts";
import { kindNames, LedgerDetails, ledgerColumns } from "./ledger-columns.tsx";

/** Everything that changed the balance. Filters and page are in the URL, so that a view can be shared. */
export function Ledger() {
	const { client_id, state, is_own } = useShownKey();
	const filter = filterOf(useAddress()[0]);
	const [page, turnTo] = usePageNumber();
	const ledger = useRoute(
		"GET /keys/{client_id}/ledger",
		{ path: { client_id }, query: { ...filter, page, per_page: 25 } },
		KEPT,
	);
	const isFiltered = Object.keys(filter).length > 0;
	return (
		<Surface
			actions={
				<DownloadButton
					href={routeUrl("GET /keys/{client_id}/ledger.csv", { path: { client_id }, query: filter })}
				>
					Export CSV
				</DownloadButton>
			}
			description="Newest first. Entries never change, and together they add up to the balance."
			flush
			title="Ledger"
		>
			<LedgerFilterForm filter={filter} />
			<Listing
				query={ledger}
				waiting={8}
				pager={{ noun: ["entry", "entries"], onPage: turnTo }}
				columns={ledgerColumns(is_own && state === "active" ? client_id : undefined)}
				details={(entry) => <LedgerDetails entry={entry} />}
				isDense
				name="Ledger"
				rowKey={({ seq, request_id }) => seq ?? request_id}
			>
				<EmptyState
					icon={IconReceipt}
					title={isFiltered ? "No entry matches" : "Nothing has changed the balance yet"}
				>
					{isFiltered
						? "Try a longer period or another kind."
						: "Top-ups and charged calls appear here, each with its request id."}
				</EmptyState>
			</Listing>
		</Surface>
	);
}

function LedgerFilterForm({ filter }: { readonly filter: LedgerFilter }) {
	const [, set] = useFilters();
	return (
		<FilterBar isFiltered={Object.keys(filter).length > 0}>
			<DayFields from={filter.from ?? ""} onChange={set} to={filter.to ?? ""} />
			<NativeSelect
				data={[
					{ value: "", label: "All kinds" },
					...kinds.map((kind) => ({ value: kind, label: kindNames[kind] })),
				]}
				label="Kind"
				onChange={(event) => set("kind", event.currentTarget.value)}
				value={filter.kind ?? ""}
			/>
		</FilterBar>
	);
}
