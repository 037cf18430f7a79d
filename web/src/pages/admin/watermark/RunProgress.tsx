import { Button, Group, Progress } from "@mantine/core";
import { type Run, useAction } from "../../../api/routes.ts";
import { countInWords, formatCount } from "../../../format/credits.ts";
import { formatDuration } from "../../../format/sizes.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import classes from "./Watermark.module.css";

/** Progress of reprocessing, with its controls. */
export function RunProgress({ run }: { readonly run: Run }) {
	const [pause, resume, stop] = [
		useAction("POST /admin/watermark/preparing/pause"),
		useAction("POST /admin/watermark/preparing/resume"),
		useAction("POST /admin/watermark/preparing/stop"),
	];
	const isPaused = run.state === "paused";
	const error = pause.error ?? resume.error ?? stop.error;
	const toggle = isPaused ? resume : pause;
	return (
		<div className={classes.progress}>
			<Progress
				animated={run.is_running}
				aria-label="Reprocessed"
				color={isPaused ? "gray" : "petrol.5"}
				size={8}
				value={percentOf(run)}
			/>
			<Group gap="sm" justify="space-between">
				<span aria-live="polite" className={classes.quiet}>
					{progressWords(run)}
				</span>
				<Group gap="xs">
					<Button
						disabled={run.asked === "stop" || (run.asked !== null && !isPaused)}
						loading={toggle.isPending}
						onClick={() => toggle.mutate(undefined)}
						size="xs"
						variant={isPaused ? "filled" : "default"}
					>
						{isPaused ? "Resume" : "Pause"}
					</Button>
					<Button
						disabled={run.asked === "stop"}
						loading={stop.isPending}
						onClick={() => stop.mutate(undefined)}
						size="xs"
						variant="default"
					>
						End
					</Button>
				</Group>
			</Group>
			{run.failure ? <p className={classes.quiet}>It will be tried again soon: {run.failure}.</p> : null}
			{error ? <FailureNotice error={error} /> : null}
		</div>
	);
}

function doneOf({ prepared, completed, superseded, failed }: Run): number {
	return prepared + completed + superseded + failed;
}

function percentOf(run: Run): number {
	return run.total ? Math.min(100, (100 * doneOf(run)) / run.total) : 0;
}

const ASKED = { pause: "Pausing", stop: "Ending", begin: "Starting again with the new style" } as const;

function progressWords(run: Run): string {
	const { total, failed, seconds_left, asked, state, is_running } = run;
	const count =
		total === null
			? []
			: [`${formatCount(doneOf(run))} of ${countInWords(Math.max(total, doneOf(run)), "picture")}`];
	const failures = failed > 0 ? [`${formatCount(failed)} failed`] : [];
	if (state === "paused") return ["Paused", ...count, ...failures].join(" · ");
	if (asked !== null) return [ASKED[asked], ...count].join(" · ");
	if (!is_running) return ["Waiting for a server", ...count].join(" · ");
	if (total === null) return "Looking through the pictures";
	const left = seconds_left === null ? [] : [`${formatDuration(1000 * seconds_left)} left`];
	return [...count, ...failures, ...left].join(" · ");
}
