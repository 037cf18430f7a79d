import { Skeleton } from "@mantine/core";
import { KEPT, useRoute } from "../../../api/use-route.ts";
import { creditsInWords, formatCount } from "../../../format/credits.ts";
import { formatPeriod, lastDays } from "../../../format/dates.ts";
import { DayBars } from "../../../parts/DayBars.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { MoreLink } from "../../../parts/MoreLink.tsx";
import { Surface } from "../../../parts/Surface.tsx";

const DAYS = 30;

/** What the key spent in the last thirty days. */
export function Spend({ clientId }: { readonly clientId: string }) {
	const usage = useRoute(
		"GET /keys/{client_id}/usage",
		{ path: { client_id: clientId }, query: { granularity: "day", ...lastDays(DAYS, Date.now()) } },
		KEPT,
	);
	const totals = usage.data?.totals;
	return (
		<Surface
			actions={<MoreLink to="usage">Usage</MoreLink>}
			description={
				totals
					? `${creditsInWords(totals.credits_spent)} for ${formatCount(totals.requests)} requests.`
					: undefined
			}
			title="Spent in 30 days"
		>
			{usage.error ? <FailureNotice error={usage.error} onRetry={() => usage.refetch()} /> : null}
			{usage.isPending ? <Skeleton height={120} /> : null}
			{usage.data ? (
				<DayBars
					days={usage.data.series.map(({ period, credits_spent }) => ({
						label: formatPeriod(period, "day"),
						amount: credits_spent,
					}))}
					name="Spent by day"
					unit="credits"
				/>
			) : null}
		</Surface>
	);
}
