import { IconHistory } from "@tabler/icons-react";
import type { PortalEvent } from "../../../api/routes.ts";
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
			<div className={classes.what}>
				<span className={classes.words}>{what}</span>
				<ChangeList changes={changes} />
			</div>
		),
	},
	{
		name: "Who",
		cell: ({ account_email, address }) => (
			<bdi className={classes.who}>
				{account_email ?? (address === null ? "Command line" : "Not signed in")}
			</bdi>
		),
	},
	{ name: "When", cell: ({ at }) => <Moment at={at} /> },
];

/** Where an event came from, and ids for looking it up elsewhere. */
function EventDetails({ event }: { readonly event: PortalEvent }) {
	const { address, request_id, client_id, subject } = event;
	return (
		<dl className={classes.facts}>
			<dt>From</dt>
			<dd>{address ?? "The server itself"}</dd>
			<dt>Request id</dt>
			<dd>
				<code>{request_id}</code>
			</dd>
			{client_id === null ? null : (
				<>
					<dt>Key</dt>
					<dd>
						<code>{client_id}</code>
					</dd>
				</>
			)}
			{subject === client_id ? null : (
				<>
					<dt>Concerns</dt>
					<dd>
						<code>{subject}</code>
					</dd>
				</>
			)}
		</dl>
	);
}
