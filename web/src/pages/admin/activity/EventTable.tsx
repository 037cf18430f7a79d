import { IconHistory } from "@tabler/icons-react";
import type { useEvents } from "../../../api/activity.ts";
import { DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { MoreRows } from "../../../parts/MoreRows.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { EventDetails, eventColumns } from "./event-columns.tsx";

interface EventTableProps {
	readonly events: Pick<
		ReturnType<typeof useEvents>,
		| "data"
		| "error"
		| "refetch"
		| "isPending"
		| "isPlaceholderData"
		| "hasNextPage"
		| "isFetchingNextPage"
		| "fetchNextPage"
	>;
	readonly name: string;
	/** Shown when there are no events. */
	readonly nothing: string;
}

/** Events with their changes, and a link to older ones. */
export function EventTable({ events, name, nothing }: EventTableProps) {
	const rows = events.data?.pages.flatMap(({ data }) => data) ?? [];
	return (
		<>
			{events.error ? <FailureNotice error={events.error} onRetry={() => events.refetch()} /> : null}
			{events.isPending ? <WaitingRows rows={8} /> : null}
			{events.data && rows.length === 0 ? (
				<EmptyState
					icon={<IconHistory size={30} stroke={1.5} />}
					title={events.hasNextPage ? "None of the newest events match" : nothing}
				/>
			) : null}
			{rows.length > 0 ? (
				<DataTable
					columns={eventColumns}
					details={(event) => <EventDetails event={event} />}
					isStale={events.isPlaceholderData}
					name={name}
					rowKey={({ event_id }) => event_id}
					rows={rows}
				/>
			) : null}
			<MoreRows list={events}>Older</MoreRows>
		</>
	);
}
