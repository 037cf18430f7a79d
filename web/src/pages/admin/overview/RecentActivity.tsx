import { Skeleton } from "@mantine/core";
import { usePages } from "../../../api/use-route.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Ago } from "../../../parts/Moment.tsx";
import { MoreLink } from "../../../parts/MoreLink.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import classes from "./AdminOverview.module.css";

const SHOWN = 6;

/** The latest changes, one per line. */
export function RecentActivity() {
	const events = usePages("GET /admin/events", { query: { limit: SHOWN } });
	const rows = events.data?.data ?? [];
	return (
		<Surface actions={<MoreLink to="/admin/activity">All activity</MoreLink>} title="Recent activity">
			{events.error ? <FailureNotice error={events.error} onRetry={() => events.refetch()} /> : null}
			{events.isPending ? <Skeleton height={120} /> : null}
			{events.data && rows.length === 0 ? <p className={classes.none}>Nothing has happened yet.</p> : null}
			<ul className={classes.events}>
				{rows.map(({ event_id, what, account_email, at }) => (
					<li key={event_id}>
						<bdi className={classes.event} dir="auto">
							{what}
						</bdi>
						<span className={classes.who}>
							<bdi>{account_email ?? "Command line"}</bdi>, <Ago at={at} />
						</span>
					</li>
				))}
			</ul>
		</Surface>
	);
}
