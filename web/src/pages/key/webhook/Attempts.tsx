import type { WebhookAttempt } from "../../../api/shapes.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { UtcMoment } from "../../../parts/Moment.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { failureWords } from "./failure-words.ts";
import classes from "./Webhook.module.css";

const columns: readonly Column<WebhookAttempt>[] = [
	{
		name: "Outcome",
		isTitle: true,
		cell: ({ reason }) => (
			<div>
				<StateBadge state={reason === null ? "delivered" : "failed"} />
				{reason === null ? null : <span className={classes.note}>{failureWords[reason].what}</span>}
			</div>
		),
	},
	{
		name: "Message",
		cell: ({ is_test, event_id }) => (
			<div>
				{is_test ? "Test" : "Changes"}
				<code className={classes.id}>{event_id}</code>
			</div>
		),
	},
	{ name: "At (UTC)", cell: ({ at }) => <UtcMoment at={at} /> },
	{ name: "Status", isNumber: true, cell: ({ status }) => status ?? "None" },
	{ name: "Took", isNumber: true, cell: ({ duration_ms }) => `${(duration_ms / 1000).toFixed(2)} s` },
];

/** The latest attempts, newest first. */
export function Attempts({ attempts }: { readonly attempts: readonly WebhookAttempt[] }) {
	return <DataTable columns={columns} name="Attempts" rowKey={({ number }) => number} rows={attempts} />;
}
