import { Button, Group, Progress } from "@mantine/core";
import type { Import } from "../../../api/shapes.ts";
import { useAction } from "../../../api/use-route.ts";
import { countInWords, formatCount } from "../../../format/credits.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import classes from "./Imports.module.css";

const TITLES = { check: "Checking the file", import: "Importing", undo: "Undoing" } as const;
const WORDS = {
	check: "Every line and picture is being checked. Nothing is changed yet.",
	import: "API calls have priority. You can leave this page.",
	undo: "Changes are being undone, newest first.",
} as const;

/** Progress of an import's current task. */
export function TaskProgress({ batch }: { readonly batch: Import }) {
	const stop = useAction("POST /admin/imports/{import_id}/stop", { path: { import_id: batch.import_id } });
	const { task, progress, is_running, is_stopping } = batch;
	if (task === null) return null;
	const percent = Math.floor(100 * (progress?.share ?? 0));
	return (
		<Surface description={WORDS[task]} title={is_running ? TITLES[task] : "Waiting for its turn"}>
			<div className={classes.progress}>
				<Progress
					animated={is_running}
					aria-label={TITLES[task]}
					color="petrol.5"
					size={8}
					value={is_running ? Math.max(2, percent) : 0}
				/>
				<Group gap="sm" justify="space-between">
					<span aria-live="polite" className={classes.quiet}>
						{is_running ? progressText(batch) : "Imports run one at a time."}
					</span>
					<Button
						disabled={is_stopping}
						loading={stop.isPending}
						onClick={() => stop.mutate(undefined)}
						size="xs"
						variant="default"
					>
						{is_stopping ? "Stopping" : "Stop"}
					</Button>
				</Group>
				{stop.error ? <FailureNotice error={stop.error} /> : null}
			</div>
		</Surface>
	);
}

function progressText({ task, progress }: Import): string {
	if (!progress) return "Starting";
	const { lines, pictures, all_pictures, refused, share } = progress;
	const percent = `${Math.floor(100 * share)}%`;
	if (task === "undo") return `${countInWords(lines, "change")} · ${percent}`;
	const shown =
		all_pictures > 0 ? [`${formatCount(pictures)} of ${countInWords(all_pictures, "picture")}`] : [];
	return [percent, countInWords(lines, "line"), ...shown, `${formatCount(refused)} refused`].join(" · ");
}
