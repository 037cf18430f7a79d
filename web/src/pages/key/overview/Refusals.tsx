import { Skeleton } from "@mantine/core";
import { Link } from "react-router";
import { useRefusals } from "../../../api/calls.ts";
import { formatCount } from "../../../format/credits.ts";
import { causeOf } from "../../../format/refusals.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import classes from "./Overview.module.css";

const DAYS = 30;
const MOST_SHOWN = 6;

/** Why calls of the last thirty days were refused; each cause leads to its calls. */
export function Refusals({ clientId }: { readonly clientId: string }) {
	const refusals = useRefusals(clientId, DAYS);
	const causes = refusals.data?.data ?? [];
	const total = causes.reduce((sum, { requests }) => sum + requests, 0);
	return (
		<Surface
			description={refusals.data ? `${formatCount(total)} in 30 days; refusals cost nothing.` : undefined}
			title="Refused calls"
		>
			{refusals.error ? <FailureNotice error={refusals.error} onRetry={() => refusals.refetch()} /> : null}
			{refusals.isPending ? <Skeleton height={120} /> : null}
			{refusals.data && causes.length === 0 ? <p className={classes.quiet}>No call was refused.</p> : null}
			<ul className={classes.causes}>
				{causes.slice(0, MOST_SHOWN).map(({ error, requests }) => (
					<li key={error}>
						<Link to={`calls?${new URLSearchParams({ error })}`}>{causeOf(error).name}</Link>
						<span className={classes.count}>{formatCount(requests)}</span>
					</li>
				))}
			</ul>
		</Surface>
	);
}
