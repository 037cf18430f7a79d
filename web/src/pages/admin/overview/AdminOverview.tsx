import { useSession } from "../../../api/session.ts";
import { PageHead } from "../../../parts/PageHead.tsx";
import classes from "./AdminOverview.module.css";
import { Today } from "./Today.tsx";
import { WaitingQueue } from "./WaitingQueue.tsx";
import { WaitingReviewList } from "./WaitingReviewList.tsx";

/** Where administrators begin: what waits for them, then how the service fares today. */
export function AdminOverview() {
	const roles = useSession().data?.account?.roles ?? [];
	return (
		<>
			<PageHead description="What waits for you, and how the day goes." name="Overview" />
			<div className={classes.overview}>
				<WaitingQueue />
				{roles.includes("administrator") ? <WaitingReviewList /> : null}
				{roles.includes("administrator") ? <Today /> : null}
			</div>
		</>
	);
}
