import { SegmentedControl } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { KEPT, POLLED, useRoute } from "../../api/routes.ts";
import { EmptyState } from "../../parts/Listing.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { useFilters, usePageNumber } from "../../parts/use-address.ts";
import { TopUpDecisions } from "./TopUpDecisions.tsx";

const states = [
	{ value: "requested", label: "Waiting" },
	{ value: "approved", label: "Approved" },
	{ value: "rejected", label: "Rejected" },
	{ value: "all", label: "All" },
] as const;

/** Pending and decided top-ups. */
export function TopUpQueue() {
	const [address, set] = useFilters();
	const shown = states.find(({ value }) => value === address.get("state"))?.value ?? "requested";
	const [page, turnTo] = usePageNumber();
	const queue = useRoute(
		"GET /admin/top-ups",
		{ query: { ...(shown === "all" ? {} : { state: shown }), page, per_page: 25 } },
		{ ...KEPT, ...POLLED },
	);
	return (
		<>
			<PageHead
				description="Approved credits are added at once, and the ledger records who approved them."
				name="Top-ups"
			/>
			<Surface
				actions={
					<SegmentedControl
						aria-label="State"
						data={[...states]}
						onChange={(state) => set("state", state)}
						value={shown}
					/>
				}
				flush
			>
				<TopUpDecisions pager={{ noun: ["top-up", "top-ups"], onPage: turnTo }} query={queue} waiting={4}>
					<EmptyState
						icon={IconCoins}
						title={shown === "requested" ? "Nothing is waiting" : "No top-up of this kind"}
					>
						{shown === "requested" ? "New ones appear here automatically." : null}
					</EmptyState>
				</TopUpDecisions>
			</Surface>
		</>
	);
}
