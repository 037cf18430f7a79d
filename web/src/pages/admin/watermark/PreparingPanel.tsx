import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { pageFailure } from "../../../api/failure.ts";
import { POLLED, type Run, useAction, useRefreshOn, useRoute, type Watermark } from "../../../api/routes.ts";
import { staleAfter } from "../../../api/stale.ts";
import { countInWords, formatCount } from "../../../format/credits.ts";
import { formatDuration, formatSize } from "../../../format/sizes.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { Disclosure } from "../../../parts/Disclosure.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import classes from "./Watermark.module.css";

const BUSY_MS = 1000;

interface PreparingPanelProps {
	readonly watermark: Watermark;
	/** Whether the form matches what is saved. */
	readonly isStyleSaved: boolean;
}

/** How many pictures have another style, with the controls for reprocessing them. */
export function PreparingPanel({ watermark, isStyleSaved }: PreparingPanelProps) {
	const preparing = useRoute(
		"GET /admin/watermark/preparing",
		{},
		{
			refetchInterval: ({ state }) => (state.data?.run?.state === "going" ? BUSY_MS : POLLED.refetchInterval),
		},
	);
	const [isAsked, setAsked] = useState(false);
	const run = preparing.data?.run ?? null;
	// Counts change with every picture, but are only shown exactly once a run has ended.
	useRefreshOn(run?.state === "going", staleAfter("PUT /admin/watermark"));
	const isUnderWay = run?.state === "going" || run?.state === "paused";
	return (
		<Surface
			actions={
				isUnderWay || watermark.pictures === 0 ? null : (
					<Button
						disabled={!isStyleSaved || !preparing.data}
						onClick={() => setAsked(true)}
						variant={watermark.outdated > 0 ? "filled" : "default"}
					>
						Reprocess
					</Button>
				)
			}
			description={isUnderWay ? "API calls have priority. You can leave this page." : stateWords(watermark)}
			title="Pictures in the catalogue"
		>
			<FailureNotice error={preparing.error} onRetry={() => preparing.refetch()} />
			{isStyleSaved || isUnderWay ? null : <p className="note figures">Save the style first.</p>}
			{isUnderWay && run ? <RunProgress run={run} /> : null}
			{run && !isUnderWay ? <LastRun run={run} /> : null}
			{isAsked ? <BeginDialog onClose={() => setAsked(false)} watermark={watermark} /> : null}
		</Surface>
	);
}

function stateWords({ pictures, outdated }: Watermark): string {
	if (pictures === 0) return "There are no pictures yet.";
	if (outdated === 0)
		return pictures === 1
			? "The picture has this style."
			: `All ${countInWords(pictures, "picture")} have this style.`;
	return `${formatCount(outdated)} of ${countInWords(pictures, "picture")} still ${outdated === 1 ? "has" : "have"} another style, or marks from an earlier version.`;
}

function BeginDialog({
	watermark,
	onClose,
}: {
	readonly watermark: Watermark;
	readonly onClose: () => void;
}) {
	const begin = useAction("POST /admin/watermark/preparing");
	const { outdated, estimate } = watermark;
	return (
		<ConfirmDialog
			action="Reprocess"
			color="petrol"
			act={begin}
			onClose={onClose}
			title="Reprocess pictures?"
		>
			{outdated === 0 ? (
				<Text my="1em">
					All pictures already have this style. Reprocessing checks them and adds any missing sizes and
					thumbnails.
				</Text>
			) : (
				<Text my="1em">
					{countInWords(outdated, "picture")} {outdated === 1 ? "is" : "are"} drawn and marked again from{" "}
					{outdated === 1 ? "its original" : "their originals"}. This takes roughly{" "}
					{formatDuration(1000 * estimate.seconds)} and {formatSize(estimate.bytes)} of storage.
				</Text>
			)}
			<Text my="1em">
				Each picture is delivered as before until its new version is ready. Old versions are kept, so copies
				of either version can still be traced. You can pause or end reprocessing at any time; pictures that
				are done stay done. To go back, save the previous style and reprocess again.
			</Text>
		</ConfirmDialog>
	);
}

const ENDED = { done: "Last reprocessed", stopped: "Ended early", failed: "Failed" } as const;

function LastRun({ run }: { readonly run: Run }) {
	const { state, ended_at, prepared, completed, failed, failures, failure, worked_ms, by } = run;
	if (state === "going" || state === "paused") return null;
	const figures = [
		`${formatCount(prepared)} reprocessed`,
		...(completed > 0 ? [`${formatCount(completed)} completed`] : []),
		...(failed > 0 ? [`${formatCount(failed)} failed`] : []),
		formatDuration(worked_ms),
	];
	return (
		<Stack gap="xs">
			{failure && state === "failed" ? (
				<FailureNotice error={pageFailure(failure)} title="It failed" />
			) : null}
			<p className="note figures">
				{ENDED[state]} {ended_at === null ? null : <Moment at={ended_at} />} for{" "}
				<bdi>{by ?? "the command line"}</bdi>: {figures.join(" · ")}
			</p>
			{failures.length === 0 ? null : (
				<Disclosure
					about=" of reprocessing"
					summary={`${countInWords(failed, "picture")} that could not be reprocessed`}
				>
					<ul className={classes.failures}>
						{failures.map(({ barcode, variant, reason }) => (
							<li key={`${barcode} ${variant}`}>
								<code>
									{barcode} {variant}
								</code>{" "}
								{reason}
							</li>
						))}
					</ul>
				</Disclosure>
			)}
		</Stack>
	);
}

/** Progress of reprocessing, with its controls. */
function RunProgress({ run }: { readonly run: Run }) {
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
				<span aria-live="polite" className="note figures">
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
			{run.failure ? <p className="note figures">It will be tried again soon: {run.failure}.</p> : null}
			<FailureNotice error={error} />
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
