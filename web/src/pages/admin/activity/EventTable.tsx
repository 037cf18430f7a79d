import { Stack } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import type { PortalEvent } from "../../../api/routes.ts";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { type Column, EmptyState, Listing, type ListQuery } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import classes from "./Activity.module.css";
import { ChangeList } from "./ChangeList.tsx";

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
				icon={IconHistory}
				title={events.hasNextPage ? "None of the newest events match" : nothing}
			/>
		</Listing>
	);
}

const eventColumns: readonly Column<PortalEvent>[] = [
	{
		name: "What",
		isTitle: true,
		cell: ({ what, changes }) => (
			<Stack gap={4} miw={0}>
				<span className={classes.words}>{what}</span>
				<ChangeList changes={changes} />
			</Stack>
		),
	},
	{
		name: "Who",
		cell: ({ account_email, address }) => (
			<bdi>{account_email ?? (address === null ? "Command line" : "Not signed in")}</bdi>
		),
	},
	{ name: "When", cell: ({ at }) => <Moment at={at} /> },
];

/** Where an event came from, and ids for looking it up elsewhere. */
function EventDetails({ event }: { readonly event: PortalEvent }) {
	const { address, request_id, client_id, subject } = event;
	return (
		<Facts layout="pairs">
			<Fact name="From">{address ?? "The server itself"}</Fact>
			<Fact name="Request id">
				<code>{request_id}</code>
			</Fact>
			{client_id === null ? null : (
				<Fact name="Key">
					<code>{client_id}</code>
				</Fact>
			)}
			{subject === client_id ? null : (
				<Fact name="Concerns">
					<code>{subject}</code>
				</Fact>
			)}
		</Facts>
	);
}
