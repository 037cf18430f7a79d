import { Alert, Button, Menu, Progress } from "@mantine/core";
import {
	IconAlertTriangle,
	IconDotsVertical,
	IconDownload,
	IconFileText,
	IconPencil,
	IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { routeUrl } from "../../../api/call.ts";
import { type LeakCase, useAction, useRoute } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { followLink } from "../../../parts/Copy.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { UtcMoment } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { CaseEvidence, CheckedByOthers } from "./CaseEvidence.tsx";
import { CaseLeaks } from "./CaseLeaks.tsx";
import { CaseLinks } from "./CaseLinks.tsx";
import { CaseNotes } from "./CaseNotes.tsx";
import { CaseVerdict } from "./CaseVerdict.tsx";
import { EditCaseDialog } from "./EditCaseDialog.tsx";
import { LeakCandidates } from "./LeakCandidates.tsx";
import { isUnderWay, PROGRESS_MS, stageShare, stageWords } from "./stages.ts";
import classes from "./Trace.module.css";
import { foundState } from "./Traces.tsx";

/** One case: its result, the evidence, and what is handed over of it. */
export function CasePage() {
	const { caseId = "" } = useParams();
	const found = useRoute(
		"GET /admin/traces/{case_id}",
		{ path: { case_id: caseId } },
		{ refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? PROGRESS_MS : false) },
	);
	if (found.data) return <ShownCase shown={found.data} />;
	return (
		<>
			<PageHead back={{ to: "/admin/trace", name: "Trace" }} name="Case" />
			{found.error ? (
				<FailureNotice error={found.error} onRetry={() => found.refetch()} />
			) : (
				<WaitingRows rows={6} />
			)}
		</>
	);
}

function ShownCase({ shown }: { readonly shown: LeakCase }) {
	const [dialog, setDialog] = useState<"edit" | "delete">();
	const isAdministrator = useIsAdministrator();
	const { name, note, result } = shown;
	return (
		<>
			<PageHead
				actions={<CaseActions onDialog={setDialog} shown={shown} />}
				back={{ to: "/admin/trace", name: "Trace" }}
				description={<CaseLine shown={shown} />}
				name={name}
				title={<bdi>{name}</bdi>}
			/>
			<div className={classes.sheets}>
				{shown.status === "done" ? null : <TraceState shown={shown} />}
				{result ? <CaseVerdict result={result} verdict={shown.verdict} /> : null}
				{note ? (
					<Surface title="About the case">
						<p className={classes.note} dir="auto">
							{note}
						</p>
					</Surface>
				) : null}
				<CaseLeaks shown={shown} />
				{result ? <LeakCandidates result={result} /> : null}
				{result ? <CaseEvidence result={result} shown={shown} /> : null}
				<CaseNotes shown={shown} />
				{result && isAdministrator ? <CaseLinks caseId={shown.case_id} /> : null}
				{result?.case_sha256 ? <CheckedByOthers caseId={shown.case_id} sha256={result.case_sha256} /> : null}
			</div>
			{dialog === "edit" ? <EditCaseDialog onClose={() => setDialog(undefined)} shown={shown} /> : null}
			{dialog === "delete" ? <DeleteCaseDialog onClose={() => setDialog(undefined)} shown={shown} /> : null}
		</>
	);
}

function CaseLine({ shown }: { readonly shown: LeakCase }) {
	return (
		<>
			<StateBadge state={foundState(shown)} /> {shown.state === "open" ? "Open" : "Closed"} case, opened{" "}
			<UtcMoment at={shown.created_at} />{" "}
			{shown.created_by ? (
				<>
					by <bdi>{shown.created_by}</bdi>
				</>
			) : null}
			<span className={classes.holder}>
				Held by {shown.holder ? <bdi>{shown.holder.email}</bdi> : "nobody"}
			</span>
			<span className={classes.caseId}>{shown.case_id}</span>
		</>
	);
}

function useIsAdministrator(): boolean {
	return useSession().data?.account?.roles.includes("administrator") ?? false;
}

interface CaseActionsProps {
	readonly shown: LeakCase;
	readonly onDialog: (dialog: "edit" | "delete") => void;
}

function CaseActions({ shown, onDialog }: CaseActionsProps) {
	const mayFetchFile = useIsAdministrator();
	return (
		<div className={classes.unprinted}>
			<Button.Group>
				{shown.result?.case_sha256 && mayFetchFile ? (
					<Button
						leftSection={<IconDownload aria-hidden="true" size={17} stroke={1.8} />}
						onClick={() =>
							followLink(routeUrl("GET /admin/traces/{case_id}/file", { path: { case_id: shown.case_id } }))
						}
						variant="default"
					>
						Case file
					</Button>
				) : null}
				{shown.result ? (
					<Button
						component={Link}
						leftSection={<IconFileText aria-hidden="true" size={17} stroke={1.8} />}
						to={`/admin/trace/${shown.case_id}/report`}
						variant="default"
					>
						Report
					</Button>
				) : null}
				<Menu>
					<Menu.Target>
						<Button aria-label="More about this case" px="xs" variant="default">
							<IconDotsVertical aria-hidden="true" size={17} stroke={1.8} />
						</Button>
					</Menu.Target>
					<Menu.Dropdown>
						<Menu.Item leftSection={<IconPencil size={16} stroke={1.8} />} onClick={() => onDialog("edit")}>
							Name, holder and state
						</Menu.Item>
						<Menu.Item
							className="dangerous"
							leftSection={<IconTrash size={16} stroke={1.8} />}
							onClick={() => onDialog("delete")}
						>
							Delete
						</Menu.Item>
					</Menu.Dropdown>
				</Menu>
			</Button.Group>
		</div>
	);
}

function DeleteCaseDialog({ shown, onClose }: { readonly shown: LeakCase; readonly onClose: () => void }) {
	const navigate = useNavigate();
	const remove = useAction("DELETE /admin/traces/{case_id}", {
		path: { case_id: shown.case_id },
		body: { name: shown.name },
	});
	return (
		<ConfirmDialog
			action="Delete"
			act={remove}
			done="Case deleted."
			onClose={onClose}
			onDone={() => navigate("/admin/trace")}
			title="Delete this case?"
			typed={shown.name}
		>
			Its leaks, evidence and case file will be deleted for good; only existing backups still contain them.
			You can trace the leaks again, but the addresses of old deliveries may no longer be available.
		</ConfirmDialog>
	);
}

/** Progress of a case that has not been traced yet, and what can be done about it. */
function TraceState({ shown }: { readonly shown: LeakCase }) {
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
					<Alert color="red" icon={<IconAlertTriangle />} title="Tracing failed">
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
