import { Button, Group, Progress, Stack } from "@mantine/core";
import { Link } from "react-router";
import { formatDuration, formatSize } from "../../../format/sizes.ts";
import { endUpload, goOn, type RunningUpload, useUploads } from "../../../imports/uploads.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Page.tsx";
import classes from "./Imports.module.css";

/** All uploads by this page; nothing while there is none. */
export function RunningUploads() {
	const uploads = useUploads();
	if (uploads.length === 0) return null;
	return (
		<Surface title="Uploading">
			<Stack gap="lg">
				{uploads.map((upload) => (
					<UploadProgress isNamed key={upload.importId} upload={upload} />
				))}
			</Stack>
		</Surface>
	);
}

interface UploadProgressProps {
	readonly upload: RunningUpload;
	/** Shows the file name, where there may be several uploads. */
	readonly isNamed?: boolean;
}

/** Progress of an upload by this page. */
export function UploadProgress({ upload, isNamed }: UploadProgressProps) {
	const { importId, name, sizeBytes, sentBytes, state, failure } = upload;
	const percent = Math.floor((100 * sentBytes) / sizeBytes);
	return (
		<Stack gap="xs">
			{isNamed ? (
				<Link className={classes.name ?? ""} to={`/admin/imports/${importId}`}>
					<bdi>{name}</bdi>
				</Link>
			) : null}
			<Progress
				animated={state === "sending"}
				aria-label={`Upload of ${name}`}
				color={state === "sending" ? "petrol.5" : "marigold.5"}
				size={8}
				value={percent}
			/>
			<Group gap="sm" justify="space-between">
				<span className={classes.quiet}>
					{formatSize(sentBytes)} of {formatSize(sizeBytes)} · {percent}%{remaining(upload)}
				</span>
				<Group gap="xs">
					{state === "failed" ? (
						<Button onClick={() => goOn(importId)} size="xs">
							Resume
						</Button>
					) : null}
					<Button onClick={() => endUpload(importId)} size="xs" variant="default">
						Pause
					</Button>
				</Group>
			</Group>
			{failure && state === "failed" ? <FailureNotice error={failure} title="The upload stopped" /> : null}
		</Stack>
	);
}

function remaining({ state, speed, sizeBytes, sentBytes }: RunningUpload): string {
	if (state === "waiting") return " · waiting for the network";
	if (state === "failed" || speed === 0) return "";
	return ` · ${formatDuration((1000 * (sizeBytes - sentBytes)) / speed)} left`;
}
