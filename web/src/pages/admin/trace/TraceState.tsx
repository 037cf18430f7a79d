import { Alert, Button, Progress } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { LeakCase } from "../../../api/shapes.ts";
import { useAction } from "../../../api/use-route.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { isUnderWay, stageShare, stageWords } from "./stages.ts";
import classes from "./Trace.module.css";

/** Progress of a case that has not been traced yet, and what can be done about it. */
export function TraceState({ shown }: { readonly shown: LeakCase }) {
	const trace = useAction("POST /admin/traces/{case_id}/trace", { path: { case_id: shown.case_id } });
	const cancel = useAction("POST /admin/traces/{case_id}/cancel", { path: { case_id: shown.case_id } });
	const error = trace.error ?? cancel.error;
	return (
		<Surface title={isUnderWay(shown) ? "Tracing" : "Not traced"}>
			<div aria-live="polite" className={classes.progress}>
				<p className={classes.note}>{stateWords(shown)}</p>
				{isUnderWay(shown) ? (
					<Progress animated aria-label="Progress" value={100 * stageShare(shown.progress)} />
				) : null}
				{shown.problem ? (
					<Alert color="red" icon={<IconAlertTriangle />} title="Tracing failed" variant="light">
						{shown.problem}
					</Alert>
				) : null}
				{error ? <FailureNotice error={error} /> : null}
				<div>
					{isUnderWay(shown) ? (
						<Button loading={cancel.isPending} onClick={() => cancel.mutate()} size="sm" variant="default">
							Cancel
						</Button>
					) : (
						<Button
							disabled={shown.leaks.length === 0}
							loading={trace.isPending}
							onClick={() => trace.mutate()}
							size="sm"
						>
							{shown.status === "draft" ? "Trace" : "Trace again"}
						</Button>
					)}
				</div>
			</div>
		</Surface>
	);
}

function stateWords({ status, waiting_before, progress }: LeakCase): string {
	if (status === "draft") return "Its leaks have not been traced yet.";
	if (status === "cancelled") return "Tracing was cancelled.";
	if (status === "failed") return "Tracing ended without a result.";
	if (status === "running") return `${stageWords(progress)}. You can leave this page: tracing continues.`;
	if (waiting_before === 0) return "Tracing starts in a moment.";
	return waiting_before === 1 ? "Another case is ahead of it." : `${waiting_before} cases are ahead of it.`;
}
