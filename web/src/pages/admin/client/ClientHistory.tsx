import { useClientHistory } from "../../../api/clients.ts";
import { Surface } from "../../../parts/Surface.tsx";
import { EventTable } from "../activity/EventTable.tsx";
import { useShownClient } from "./ClientPage.tsx";

/** What was done to a client, by whom, with what was before and after. */
export function ClientHistory() {
	const { client_id } = useShownClient();
	return (
		<Surface
			description="Newest first, by whoever did it: owner, administrators, command line."
			flush
			title="History"
		>
			<EventTable events={useClientHistory(client_id)} name="History" nothing="Nothing recorded yet" />
		</Surface>
	);
}
