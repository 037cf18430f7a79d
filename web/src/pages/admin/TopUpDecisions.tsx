import { useState } from "react";
import type { AdminTopUp } from "../../api/administration.ts";
import { DataTable } from "../../parts/DataTable.tsx";
import { DecisionDialog } from "./DecisionDialog.tsx";
import { queueColumns } from "./queue-columns.tsx";

interface TopUpDecisionsProps {
	readonly rows: readonly AdminTopUp[];
	/** Newer rows are being fetched. */
	readonly isStale: boolean;
}

interface Decision {
	readonly topUp: AdminTopUp;
	readonly verdict: "approve" | "reject";
}

/** Top-ups, each with the possible decisions. */
export function TopUpDecisions({ rows, isStale }: TopUpDecisionsProps) {
	const [decision, setDecision] = useState<Decision>();
	return (
		<>
			{rows.length > 0 ? (
				<DataTable
					columns={queueColumns((topUp, verdict) => setDecision({ topUp, verdict }))}
					isStale={isStale}
					name="Top-ups"
					rowKey={({ top_up_id }) => top_up_id}
					rows={rows}
				/>
			) : null}
			{decision ? <DecisionDialog {...decision} onClose={() => setDecision(undefined)} /> : null}
		</>
	);
}
