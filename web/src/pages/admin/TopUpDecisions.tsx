import { type ComponentProps, useState } from "react";
import type { AdminTopUp } from "../../api/shapes.ts";
import { Listing } from "../../parts/Listing.tsx";
import { DecisionDialog } from "./DecisionDialog.tsx";
import { queueColumns } from "./queue-columns.tsx";

type TopUpDecisionsProps = Pick<
	ComponentProps<typeof Listing<AdminTopUp>>,
	"query" | "children" | "pager" | "waiting"
>;

interface Decision {
	readonly topUp: AdminTopUp;
	readonly verdict: "approve" | "reject";
}

/** Top-ups, each with the possible decisions. */
export function TopUpDecisions(props: TopUpDecisionsProps) {
	const [decision, setDecision] = useState<Decision>();
	return (
		<>
			<Listing
				columns={queueColumns((topUp, verdict) => setDecision({ topUp, verdict }))}
				name="Top-ups"
				rowKey={({ top_up_id }) => top_up_id}
				{...props}
			/>
			{decision ? <DecisionDialog {...decision} onClose={() => setDecision(undefined)} /> : null}
		</>
	);
}
