import { KEPT, usePages } from "../../../api/routes.ts";
import { Surface } from "../../../parts/Page.tsx";
import { EventTable } from "../activity/EventTable.tsx";
import { useShownClient } from "./ClientPage.tsx";

/** Who did what to a client, with the values before and after. */
export function ClientHistory() {
	const { client_id } = useShownClient();
	return (
		<Surface
			description="Every change by the owner, administrators or the command line, newest first."
			flush
			title="History"
		>
			<EventTable
				events={usePages(
					"GET /admin/clients/{client_id}/history",
					{ path: { client_id }, query: { limit: 50 } },
					KEPT,
				)}
				name="History"
				nothing="Nothing recorded yet"
			/>
		</Surface>
	);
}
