import type { Key } from "../../../api/shapes.ts";
import { useRoute } from "../../../api/use-route.ts";
import { Listing } from "../../../parts/Listing.tsx";
import { MoreLink } from "../../../parts/MoreLink.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { callColumns } from "../calls/call-columns.tsx";
import classes from "./Overview.module.css";

const SHOWN = 6;

export function RecentCalls({ apiKey: { client_id, state } }: { readonly apiKey: Key }) {
	const calls = useRoute("GET /keys/{client_id}/calls", { path: { client_id }, query: { limit: SHOWN } });
	return (
		<Surface actions={<MoreLink to="calls">All calls</MoreLink>} flush title="Recent calls">
			<Listing
				columns={callColumns(state === "active" ? client_id : undefined)}
				isDense
				name="Recent calls"
				query={calls}
				rowKey={({ request_id }) => request_id}
				waiting={SHOWN}
			>
				<p className={classes.none}>None yet.</p>
			</Listing>
		</Surface>
	);
}
