import { SegmentedControl } from "@mantine/core";
import { IconCoins } from "@tabler/icons-react";
import { useAdminTopUps } from "../../api/administration.ts";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { changed, useAddress, usePageNumber } from "../../parts/use-address.ts";
import { WaitingRows } from "../../parts/Waiting.tsx";
import { TopUpDecisions } from "./TopUpDecisions.tsx";

const states = [
	{ value: "requested", label: "Waiting" },
	{ value: "approved", label: "Approved" },
	{ value: "rejected", label: "Rejected" },
	{ value: "all", label: "All" },
] as const;

/** Pending and decided top-ups. */
export function TopUpQueue() {
	const [address, change] = useAddress();
	const shown = states.find(({ value }) => value === address.get("state"))?.value ?? "requested";
	const [page, turnTo] = usePageNumber();
	const queue = useAdminTopUps({ ...(shown === "all" ? {} : { state: shown }), page, per_page: 25 });
	const rows = queue.data?.data ?? [];
	return (
		<>
			<PageHead
				description="Approved credits are added to the key at once, and the ledger records who approved them."
				name="Top-ups"
			/>
			<Surface
				actions={
					<SegmentedControl
						aria-label="State"
						data={[...states]}
						onChange={(state) => change((now) => changed(now, "state", state))}
						size="sm"
						value={shown}
					/>
				}
				flush
			>
				{queue.error ? <FailureNotice error={queue.error} onRetry={() => queue.refetch()} /> : null}
				{queue.isPending ? <WaitingRows /> : null}
				{queue.data && rows.length === 0 ? (
					<EmptyState
						icon={<IconCoins size={30} stroke={1.5} />}
						title={shown === "requested" ? "Nothing is waiting" : "No top-up of this kind"}
					>
						{shown === "requested" ? "New requests appear here automatically." : null}
					</EmptyState>
				) : null}
				<TopUpDecisions isStale={queue.isPlaceholderData} rows={rows} />
				{queue.data && rows.length > 0 ? (
					<Pager noun={["top-up", "top-ups"]} onPage={turnTo} pagination={queue.data.pagination} />
				) : null}
			</Surface>
		</>
	);
}
