import { KEPT, usePages } from "../../../api/routes.ts";
import { Surface } from "../../../parts/Page.tsx";
import { EventTable } from "../../admin/activity/EventTable.tsx";
import { useShownKey } from "../KeyPage.tsx";

/** Who did what to a key, with the values before and after. */
export function History() {
	const { client_id } = useShownKey();
	return (
		<Surface
			description="Every change by the owner, administrators or the command line, newest first."
			flush
			title="History"
		>
			<EventTable
				events={usePages(
					"GET /keys/{client_id}/history",
					{ path: { client_id }, query: { limit: 50 } },
					KEPT,
				)}
				name="History"
				nothing="Nothing recorded yet"
			/>
		</Surface>
	);
}
