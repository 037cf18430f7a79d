import { IconCoins } from "@tabler/icons-react";
import { useRoute } from "../../../api/use-route.ts";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { Listing } from "../../../parts/Listing.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { useShownKey } from "../KeyPage.tsx";
import { AskForm } from "./AskForm.tsx";
import classes from "./TopUps.module.css";
import { topUpColumns } from "./top-up-columns.tsx";

/** Requests credits, and shows the state of earlier requests. */
export function TopUps() {
	const key = useShownKey();
	const topUps = useRoute("GET /keys/{client_id}/top-ups", { path: { client_id: key.client_id } });
	return (
		<div className={classes.columns}>
			{key.state === "active" ? <AskForm clientId={key.client_id} /> : null}
			<Surface flush title="Top-ups asked for">
				<Listing
					query={topUps}
					waiting={3}
					columns={topUpColumns}
					name="Top-ups"
					rowKey={({ top_up_id }) => top_up_id}
				>
					<EmptyState icon={<IconCoins size={30} stroke={1.5} />} title="No top-up yet">
						Your requests appear here, with their decisions.
					</EmptyState>
				</Listing>
			</Surface>
		</div>
	);
}
