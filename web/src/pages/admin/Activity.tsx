import { IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { type PortalEvent, useEvents } from "../../api/administration.ts";
import { type Column, DataTable } from "../../parts/DataTable.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { Moment } from "../../parts/Moment.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Pager } from "../../parts/Pager.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { WaitingRows } from "../../parts/Waiting.tsx";
import classes from "./Administration.module.css";

const columns: readonly Column<PortalEvent>[] = [
	{
		name: "What",
		isTitle: true,
		cell: (event) => (
			<div className={classes.who}>
				<code className={classes.name}>{event.action}</code>
				<span className={classes.code}>{event.subject}</span>
				{event.detail === null ? null : (
					<bdi className={classes.quiet} dir="auto">
						{event.detail}
					</bdi>
				)}
			</div>
		),
	},
	{ name: "Who", cell: ({ account_email }) => <bdi>{account_email ?? "Command line"}</bdi> },
	{ name: "From", cell: ({ address }) => address ?? "" },
	{ name: "When", cell: ({ at }) => <Moment at={at} /> },
];

/** The event log, newest first. */
export function Activity() {
	const [page, setPage] = useState(1);
	const events = useEvents({ page, per_page: 50 });
	const rows = events.data?.data ?? [];
	return (
		<>
			<PageHead
				description="Every change that was made on these pages or with the command line."
				name="Activity"
			/>
			<Surface flush>
				{events.error ? <FailureNotice error={events.error} onRetry={() => events.refetch()} /> : null}
				{events.isPending ? <WaitingRows rows={8} /> : null}
				{events.data && rows.length === 0 ? (
					<EmptyState icon={<IconHistory size={30} stroke={1.5} />} title="Nothing has happened yet" />
				) : null}
				{rows.length > 0 ? (
					<DataTable
						columns={columns}
						isStale={events.isPlaceholderData}
						name="Activity"
						rowKey={({ event_id }) => event_id}
						rows={rows}
					/>
				) : null}
				{events.data && rows.length > 0 ? (
					<Pager noun={["event", "events"]} onPage={setPage} pagination={events.data.pagination} />
				) : null}
			</Surface>
		</>
	);
}
