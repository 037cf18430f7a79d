import { Button, Progress } from "@mantine/core";
import { POLLED, useAction, useRoute } from "../../../api/routes.ts";
import { countInWords } from "../../../format/credits.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Page.tsx";
import classes from "./Review.module.css";

const BUSY_MS = 2000;

/** How many labels have not been read, and the reading of them. Nothing is shown where there is nothing to read, and nothing was. */
export function LabelReadingPanel() {
	const labels = useRoute(
		"GET /admin/labels",
		{},
		{
			refetchInterval: ({ state }) => (state.data?.run?.state === "going" ? BUSY_MS : POLLED.refetchInterval),
		},
	);
	const begin = useAction("POST /admin/labels");
	const stop = useAction("POST /admin/labels/stop");
	if (!labels.data) return <FailureNotice error={labels.error} onRetry={() => labels.refetch()} />;
	const { unread, run } = labels.data;
	if (unread === 0 && run === null) return null;
	const isGoing = run?.state === "going";
	return (
		<Surface
			actions={
				isGoing ? (
					<Button loading={stop.isPending} onClick={() => stop.mutate()} variant="default">
						Stop reading
					</Button>
				) : (
					<Button
						disabled={unread === 0}
						loading={begin.isPending}
						onClick={() => begin.mutate()}
						variant="default"
					>
						Read labels
					</Button>
				)
			}
			description="What the catalogue lacks and a back says, such as its nutrition panel, is suggested below. It takes some 20 seconds a picture."
			title={unread === 0 ? "All backs have been read" : `${countInWords(unread, "back")} to read`}
		>
			<FailureNotice error={begin.error ?? stop.error} />
			{run ? (
				<>
					{isGoing ? (
						<Progress aria-label="Labels read" value={(100 * run.read) / Math.max(1, run.total)} />
					) : null}
					<p className={classes.quiet}>
						{countInWords(run.read, "back")} read: {countInWords(run.suggested, "suggestion")}
						{run.refused > 0 ? `, ${run.refused} not readable` : ""}.
					</p>
					{run.failure === null ? null : <p className={classes.stale}>{run.failure}</p>}
				</>
			) : null}
		</Surface>
	);
}
