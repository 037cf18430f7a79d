import { Button, Menu } from "@mantine/core";
import { IconDotsVertical, IconDownload, IconPencil, IconPrinter, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useParams } from "react-router";
import { routeUrl } from "../../../api/call.ts";
import { useSession } from "../../../api/session.ts";
import type { LeakCase } from "../../../api/shapes.ts";
import { useRoute } from "../../../api/use-route.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { UtcMoment } from "../../../parts/Moment.tsx";
import { PageHead } from "../../../parts/PageHead.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { followLink } from "../../../parts/save-file.ts";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { CaseEvidence } from "./CaseEvidence.tsx";
import { CaseLeaks } from "./CaseLeaks.tsx";
import { CaseVerdict } from "./CaseVerdict.tsx";
import { CheckedByOthers } from "./CheckedByOthers.tsx";
import { foundState } from "./case-columns.tsx";
import { DeleteCaseDialog } from "./DeleteCaseDialog.tsx";
import { EditCaseDialog } from "./EditCaseDialog.tsx";
import { LeakCandidates } from "./LeakCandidates.tsx";
import { isUnderWay, PROGRESS_MS } from "./stages.ts";
import classes from "./Trace.module.css";
import { TraceState } from "./TraceState.tsx";
import { usePrintLight } from "./use-print-light.ts";

/** One case: its result and the evidence. The printed page is what is handed over along with the case file. */
export function CasePage() {
	const { caseId = "" } = useParams();
	const found = useRoute(
		"GET /admin/traces/{case_id}",
		{ path: { case_id: caseId } },
		{ refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? PROGRESS_MS : false) },
	);
	usePrintLight();
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
					<Surface title="Note">
						<p className={classes.note} dir="auto">
							{note}
						</p>
					</Surface>
				) : null}
				<CaseLeaks shown={shown} />
				{result ? <LeakCandidates result={result} /> : null}
				{result ? <CaseEvidence result={result} shown={shown} /> : null}
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
			<span className={classes.caseId}>{shown.case_id}</span>
		</>
	);
}

interface CaseActionsProps {
	readonly shown: LeakCase;
	readonly onDialog: (dialog: "edit" | "delete") => void;
}

function CaseActions({ shown, onDialog }: CaseActionsProps) {
	const mayFetchFile = useSession().data?.account?.roles.includes("administrator");
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
				<Button
					disabled={isUnderWay(shown)}
					leftSection={<IconPrinter aria-hidden="true" size={17} stroke={1.8} />}
					onClick={() => window.print()}
					variant="default"
				>
					Print
				</Button>
				<Menu position="bottom-end">
					<Menu.Target>
						<Button aria-label="More about this case" px="xs" variant="default">
							<IconDotsVertical aria-hidden="true" size={17} stroke={1.8} />
						</Button>
					</Menu.Target>
					<Menu.Dropdown>
						<Menu.Item leftSection={<IconPencil size={16} stroke={1.8} />} onClick={() => onDialog("edit")}>
							Name, note and state
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
