import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import {
	type Run,
	useBeginPreparing,
	usePreparing,
	useRefreshWatermark,
	type Watermark,
} from "../../../api/watermark.ts";
import { countInWords, formatCount } from "../../../format/credits.ts";
import { formatDuration, formatSize } from "../../../format/sizes.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { LastRun } from "./LastRun.tsx";
import { RunProgress } from "./RunProgress.tsx";
import classes from "./Watermark.module.css";

interface PreparingPanelProps {
	readonly watermark: Watermark;
	/** Whether the form shows what is saved. */
	readonly isStyleSaved: boolean;
}

/** How many pictures have another style, and reprocessing them. */
export function PreparingPanel({ watermark, isStyleSaved }: PreparingPanelProps) {
	const preparing = usePreparing();
	const [isAsked, setAsked] = useState(false);
	const run = preparing.data?.run ?? null;
	useRefreshAtEnd(run);
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
			{preparing.error ? <FailureNotice error={preparing.error} onRetry={() => preparing.refetch()} /> : null}
			{isStyleSaved || isUnderWay ? null : <p className={classes.quiet}>Save the style first.</p>}
			{isUnderWay && run ? <RunProgress run={run} /> : null}
			{run && !isUnderWay ? <LastRun run={run} /> : null}
			{isAsked ? <BeginDialog onClose={() => setAsked(false)} watermark={watermark} /> : null}
		</Surface>
	);
}

/** What was counted before a run ended is counted once more. */
function useRefreshAtEnd(run: Run | null): void {
	const refresh = useRefreshWatermark();
	const before = useRef(run?.state);
	useEffect(() => {
		if (before.current === "going" && run?.state !== "going") void refresh();
		before.current = run?.state;
	}, [run?.state, refresh]);
}

function stateWords({ pictures, outdated }: Watermark): string {
	if (pictures === 0) return "There are none yet.";
	if (outdated === 0)
		return pictures === 1
			? "The picture has this style."
			: `All ${countInWords(pictures, "picture")} have this style.`;
	return `${formatCount(outdated)} of ${countInWords(pictures, "picture")} still ${outdated === 1 ? "has" : "have"} another style, or marks of an earlier version.`;
}

function BeginDialog({
	watermark,
	onClose,
}: {
	readonly watermark: Watermark;
	readonly onClose: () => void;
}) {
	const begin = useBeginPreparing();
	const { outdated, estimate } = watermark;
	return (
		<ConfirmDialog
			action="Reprocess"
			color="petrol"
			error={begin.error}
			isBusy={begin.isPending}
			onClose={onClose}
			onConfirm={() => begin.mutate(undefined, { onSuccess: onClose })}
			opened
			title="Reprocess pictures?"
		>
			{outdated === 0 ? (
				<p>
					All pictures have this style. This looks through them, and makes sizes and thumbnails that are
					missing.
				</p>
			) : (
				<p>
					{countInWords(outdated, "picture")} {outdated === 1 ? "is" : "are"} drawn and marked again from{" "}
					{outdated === 1 ? "its original" : "their originals"}. That takes roughly{" "}
					{formatDuration(1000 * estimate.seconds)} and {formatSize(estimate.bytes)} of the store.
				</p>
			)}
			<p>
				Meanwhile each picture is delivered as it was until its new version is ready. Old versions stay:
				whatever was delivered of either is still traced. You can pause or end it; what is done stays. To go
				back, save the former style and reprocess again.
			</p>
		</ConfirmDialog>
	);
}
