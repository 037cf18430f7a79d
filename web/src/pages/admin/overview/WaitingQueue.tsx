import { IconCheck } from "@tabler/icons-react";
import { KEPT, POLLED, useRoute } from "../../../api/use-route.ts";
import { creditsInWords } from "../../../format/credits.ts";
import { MoreLink } from "../../../parts/MoreLink.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { TopUpDecisions } from "../TopUpDecisions.tsx";
import classes from "./AdminOverview.module.css";

const SHOWN = 5;

/** The pending top-ups, which can be decided here. */
export function WaitingQueue() {
	const queue = useRoute(
		"GET /admin/top-ups",
		{ query: { state: "requested", page: 1, per_page: SHOWN } },
		{ ...KEPT, ...POLLED },
	);
	const rows = queue.data?.data ?? [];
	const total = queue.data?.pagination.total ?? 0;
	const asked = rows.reduce((sum, { credits }) => sum + credits, 0);
	return (
		<Surface
			actions={<MoreLink to="/admin/top-ups">{total > SHOWN ? `All ${total}` : "All top-ups"}</MoreLink>}
			description={
				rows.length > 0 && total === rows.length ? `${creditsInWords(asked)} in total.` : undefined
			}
			flush
			title={total > 0 ? `Waiting top-ups (${total})` : "Waiting top-ups"}
		>
			<TopUpDecisions query={queue} waiting={2}>
				<p className={classes.nothing}>
					<IconCheck aria-hidden="true" size={18} /> Nothing is waiting. New requests appear here
					automatically.
				</p>
			</TopUpDecisions>
		</Surface>
	);
}
