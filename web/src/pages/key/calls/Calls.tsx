import { IconListSearch } from "@tabler/icons-react";
import { KEPT, usePages } from "../../../api/use-route.ts";
import { causeOf } from "../../../format/refusals.ts";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { Listing } from "../../../parts/Listing.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { useAddress } from "../../../parts/use-address.ts";
import { useShownKey } from "../KeyPage.tsx";
import { CallDetails } from "./CallDetails.tsx";
import { CallFilterForm } from "./CallFilterForm.tsx";
import { callColumns } from "./call-columns.tsx";
import { callFilterOf } from "./call-filter.ts";

/** Every call that the key made, one line each. The filter is in the URL, so that a view can be shared. */
export function Calls() {
	const { client_id, state } = useShownKey();
	const [search, change] = useAddress();
	const filter = callFilterOf(search);
	const calls = usePages(
		"GET /keys/{client_id}/calls",
		{ path: { client_id }, query: { ...filter, limit: 50 } },
		KEPT,
	);
	const rows = calls.data?.data ?? [];
	const isFiltered = Object.keys(filter).length > 0;
	return (
		<Surface
			description={
				filter.error === undefined
					? "Newest first. A call appears as soon as it is answered."
					: `Refused: ${causeOf(filter.error).name}. ${causeOf(filter.error).advice}`
			}
			flush
			title="Calls"
		>
			<CallFilterForm key={search.get("search")} onChange={change} search={search} />
			<Listing
				query={calls}
				waiting={8}
				more={rows.length === 0 ? "None of the newest calls match; search older ones" : "Older calls"}
				columns={callColumns(state === "active" ? client_id : undefined)}
				details={(call) => <CallDetails call={call} />}
				isDense
				name="Calls"
				rowKey={({ request_id }) => request_id}
			>
				{calls.hasNextPage ? null : (
					<EmptyState
						icon={<IconListSearch size={30} stroke={1.5} />}
						title={isFiltered ? "No call matches" : "No calls yet"}
					>
						{isFiltered
							? "Calls are kept for 90 days unless the operator has set a different period."
							: state === "active"
								? "Make one in Try it, or from your program."
								: "This key made no calls while it was active."}
					</EmptyState>
				)}
			</Listing>
		</Surface>
	);
}
