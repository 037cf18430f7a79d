import { IconCoins } from "@tabler/icons-react";
import { useTopUps } from "../../../api/top-ups.ts";
import { DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { useShownKey } from "../KeyPage.tsx";
import { AskForm } from "./AskForm.tsx";
import classes from "./TopUps.module.css";
import { topUpColumns } from "./top-up-columns.tsx";

/** Requests credits, and shows the state of earlier requests. */
export function TopUps() {
	const key = useShownKey();
	const topUps = useTopUps(key.client_id);
	const rows = topUps.data?.data ?? [];
	return (
		<div className={classes.columns}>
			{key.state === "active" ? <AskForm clientId={key.client_id} /> : null}
			<Surface flush title="Top-ups asked for">
				{topUps.error ? <FailureNotice error={topUps.error} onRetry={() => topUps.refetch()} /> : null}
				{topUps.isPending ? <WaitingRows rows={3} /> : null}
				{topUps.data && rows.length === 0 ? (
					<EmptyState icon={<IconCoins size={30} stroke={1.5} />} title="No top-up yet">
						Your requests appear here, with their decisions.
					</EmptyState>
				) : null}
				{rows.length > 0 ? (
					<DataTable
						columns={topUpColumns}
						name="Top-ups"
						rowKey={({ top_up_id }) => top_up_id}
						rows={rows}
					/>
				) : null}
			</Surface>
		</div>
	);
}
