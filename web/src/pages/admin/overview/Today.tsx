import { Skeleton } from "@mantine/core";
import type { AdminOverview } from "../../../api/shapes.ts";
import { POLLED, useRoute } from "../../../api/use-route.ts";
import { countInWords, formatCount, formatCredits } from "../../../format/credits.ts";
import { formatDay } from "../../../format/dates.ts";
import { Causes } from "../../../parts/Causes.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Figure, Figures } from "../../../parts/Figures.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { WideAndNarrow } from "../../../parts/WideAndNarrow.tsx";
import { latencyInWords } from "./latency.ts";
import { ThirtyDays } from "./ThirtyDays.tsx";

/** While earlier days are being aggregated. */
const ADDING_UP_MS = 2000;

/** All keys together: since midnight UTC, per day before that, and why calls were refused. */
export function Today() {
	const overview = useRoute(
		"GET /admin/overview",
		{},
		{
			refetchInterval: ({ state }) =>
				state.data?.is_complete === false ? ADDING_UP_MS : POLLED.refetchInterval,
		},
	);
	if (overview.error) return <FailureNotice error={overview.error} onRetry={() => overview.refetch()} />;
	if (!overview.data) return <Skeleton height={110} radius="lg" />;
	const { day, refusals, series, is_complete } = overview.data;
	return (
		<>
			<TodayFigures overview={overview.data} />
			<WideAndNarrow>
				<ThirtyDays isComplete={is_complete} series={series} />
				<Surface description={`${formatDay(day)}, UTC. Refusals cost nothing.`} title="Refused today">
					<Causes causes={refusals} />
				</Surface>
			</WideAndNarrow>
		</>
	);
}

function TodayFigures({ overview }: { readonly overview: AdminOverview }) {
	const { requests, credits_spent, keys_in_use, refused, rate_limited, faults, latency } = overview;
	const answers = latencyInWords(latency);
	return (
		<Figures>
			<Figure amount={formatCount(requests)} name="Calls today">
				by {countInWords(keys_in_use, "key")}
			</Figure>
			<Figure amount={formatCredits(credits_spent)} name="Spent today">
				credits
			</Figure>
			<Figure amount={formatCount(refused)} name="Refused today">
				{requests === 0 ? "of no calls" : `${percent(refused / requests)} of all calls`}
			</Figure>
			<Figure amount={formatCount(rate_limited)} name="Too many calls">
				refused with 429
			</Figure>
			<Figure amount={formatCount(faults)} name="Server errors">
				answered with 5xx
			</Figure>
			<Figure amount={answers.amount} name="Latency">
				{answers.words}
			</Figure>
		</Figures>
	);
}

function percent(share: number): string {
	return `${formatCredits(Number((share * 100).toFixed(1)))}%`;
}
