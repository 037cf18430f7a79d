import { IconHistory } from "@tabler/icons-react";
import type { PortalEvent } from "../../../api/shapes.ts";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { Listing, type ListQuery } from "../../../parts/Listing.tsx";
import { EventDetails, eventColumns } from "./event-columns.tsx";

interface EventTableProps {
	readonly events: ListQuery<PortalEvent>;
	readonly name: string;
	/** Shown when there are no events. */
	readonly nothing: string;
}

/** Events with their changes, and a link to older ones. */
export function EventTable({ events, name, nothing }: EventTableProps) {
	return (
		<Listing
			query={events}
			waiting={8}
			more="Older"
			columns={eventColumns}
			details={(event) => <EventDetails event={event} />}
			name={name}
			rowKey={({ event_id }) => event_id}
		>
			<EmptyState
				icon={<IconHistory size={30} stroke={1.5} />}
				title={events.hasNextPage ? "None of the newest events match" : nothing}
			/>
		</Listing>
	);
}
