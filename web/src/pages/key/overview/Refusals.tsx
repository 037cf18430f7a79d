import { Skeleton } from "@mantine/core";
import { useRoute } from "../../../api/use-route.ts";
import { formatCount } from "../../../format/credits.ts";
import { Causes } from "../../../parts/Causes.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Surface.tsx";

const DAYS = 30;
const MOST_SHOWN = 6;

/** Why calls of the last thirty days were refused; each cause leads to its calls. */
export function Refusals({ clientId }: { readonly clientId: string }) {
	const refusals = useRoute("GET /keys/{client_id}/refusals", {
		path: { client_id: clientId },
		query: { days: DAYS },
	});
	const causes = refusals.data?.data ?? [];
	const total = causes.reduce((sum, { requests }) => sum + requests, 0);
	return (
		<Surface
			description={refusals.data ? `${formatCount(total)} in 30 days; refusals cost nothing.` : undefined}
			title="Refused calls"
		>
			{refusals.error ? <FailureNotice error={refusals.error} onRetry={() => refusals.refetch()} /> : null}
			{refusals.isPending ? <Skeleton height={120} /> : null}
			{refusals.data ? (
				<Causes
					causes={causes.slice(0, MOST_SHOWN)}
					pathOf={(error) => `calls?${new URLSearchParams({ error })}`}
				/>
			) : null}
		</Surface>
	);
}
