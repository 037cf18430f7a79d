import { useClientHistory } from "../../../api/clients.ts";
import { Surface } from "../../../parts/Surface.tsx";
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
			<EventTable events={useClientHistory(client_id)} name="History" nothing="Nothing recorded yet" />
		</Surface>
	);
}
