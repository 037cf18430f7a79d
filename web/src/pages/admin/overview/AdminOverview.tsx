import { useSession } from "../../../api/session.ts";
import { PageHead } from "../../../parts/PageHead.tsx";
import { WideAndNarrow } from "../../../parts/WideAndNarrow.tsx";
import { type AdminPage, mayOpen } from "../../../shell/admin-pages.ts";
import classes from "./AdminOverview.module.css";
import { NewestImports } from "./NewestImports.tsx";
import { RecentActivity } from "./RecentActivity.tsx";
import { Today } from "./Today.tsx";
import { WaitingQueue } from "./WaitingQueue.tsx";
import { WaitingReviewList } from "./WaitingReviewList.tsx";

/** The start page of accounts with a role: first what is waiting for them, then how the service is doing. */
export function AdminOverview() {
	const account = useSession().data?.account;
	const may = (page: AdminPage) => account != null && mayOpen(account, page);
	return (
		<>
			<PageHead description="What is waiting for you, and how the service is doing." name="Overview" />
			<div className={classes.overview}>
				{may("/admin/top-ups") ? <WaitingQueue /> : null}
				{may("/admin/review") ? <WaitingReviewList /> : null}
				{may("/admin/activity") ? <ForAdministrators /> : may("/admin/imports") ? <NewestImports /> : null}
			</div>
		</>
	);
}

function ForAdministrators() {
	return (
		<>
			<Today />
			<WideAndNarrow>
				<RecentActivity />
				<NewestImports />
			</WideAndNarrow>
		</>
	);
}
