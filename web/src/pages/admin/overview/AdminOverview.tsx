import { useSession } from "../../../api/session.ts";
import { PageHead } from "../../../parts/PageHead.tsx";
import { WideAndNarrow } from "../../../parts/WideAndNarrow.tsx";
import classes from "./AdminOverview.module.css";
import { NewestImports } from "./NewestImports.tsx";
import { RecentActivity } from "./RecentActivity.tsx";
import { Today } from "./Today.tsx";
import { WaitingQueue } from "./WaitingQueue.tsx";
import { WaitingReviewList } from "./WaitingReviewList.tsx";

/** Where administrators begin: what waits for them, then how the service fares today and in the last month. */
export function AdminOverview() {
	const roles = useSession().data?.account?.roles ?? [];
	return (
		<>
			<PageHead description="What waits for you, and how the service does." name="Overview" />
			<div className={classes.overview}>
				<WaitingQueue />
				{roles.includes("administrator") ? <ForAdministrators /> : null}
			</div>
		</>
	);
}

function ForAdministrators() {
	return (
		<>
			<WaitingReviewList />
			<Today />
			<WideAndNarrow>
				<RecentActivity />
				<NewestImports />
			</WideAndNarrow>
		</>
	);
}
