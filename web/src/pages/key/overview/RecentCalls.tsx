import { useRecentCalls } from "../../../api/calls.ts";
import type { Key } from "../../../api/keys.ts";
import { DataTable } from "../../../parts/DataTable.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { MoreLink } from "../../../parts/MoreLink.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { callColumns } from "../calls/call-columns.tsx";
import classes from "./Overview.module.css";

const SHOWN = 6;

export function RecentCalls({ apiKey: { client_id, state } }: { readonly apiKey: Key }) {
	const calls = useRecentCalls(client_id, SHOWN);
	return (
		<Surface actions={<MoreLink to="calls">All calls</MoreLink>} flush title="Recent calls">
			{calls.error ? <FailureNotice error={calls.error} onRetry={() => calls.refetch()} /> : null}
			{calls.isPending ? <WaitingRows rows={SHOWN} /> : null}
			{calls.data && calls.data.data.length === 0 ? <p className={classes.none}>None yet.</p> : null}
			{calls.data && calls.data.data.length > 0 ? (
				<DataTable
					columns={callColumns(state === "active" ? client_id : undefined)}
					isDense
					name="Recent calls"
					rowKey={({ request_id }) => request_id}
					rows={calls.data.data}
				/>
			) : null}
		</Surface>
	);
}
