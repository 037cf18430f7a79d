import { Skeleton } from "@mantine/core";
import { useAdminOverview } from "../../../api/administration.ts";
import { formatCount, formatCredits } from "../../../format/credits.ts";
import { formatDay } from "../../../format/dates.ts";
import { Causes } from "../../../parts/Causes.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Figure, Figures } from "../../../parts/Figures.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { WideAndNarrow } from "../../../parts/WideAndNarrow.tsx";
import { RecentActivity } from "./RecentActivity.tsx";

/** All keys together since midnight UTC, why calls were refused, and the last changes. */
export function Today() {
	const overview = useAdminOverview();
	if (overview.error) return <FailureNotice error={overview.error} onRetry={() => overview.refetch()} />;
	if (!overview.data) return <Skeleton height={110} radius="lg" />;
	const { day, requests, credits_spent, keys_in_use, refused, refusals, accounts } = overview.data;
	return (
		<>
			<Figures>
				<Figure amount={formatCount(requests)} name="Calls today">
					{keys_in_use === 1 ? "by one key" : `by ${formatCount(keys_in_use)} keys`}
				</Figure>
				<Figure amount={formatCredits(credits_spent)} name="Spent today">
					credits
				</Figure>
				<Figure amount={formatCount(refused)} name="Refused today">
					{requests === 0 ? "of no calls" : `${percent(refused / requests)} of all calls`}
				</Figure>
				<Figure amount={formatCount(accounts)} name="Accounts">
					in all
				</Figure>
			</Figures>
			<WideAndNarrow>
				<RecentActivity />
				<Surface description={`${formatDay(day)}, UTC. Refusals cost nothing.`} title="Refused calls">
					<Causes causes={refusals} />
				</Surface>
			</WideAndNarrow>
		</>
	);
}

function percent(share: number): string {
	return `${formatCredits(Number((share * 100).toFixed(1)))} %`;
}
