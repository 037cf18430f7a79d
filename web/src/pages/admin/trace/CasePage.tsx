import { Alert, Anchor, Button, Menu, Progress, Stack } from "@mantine/core";
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
import { type CaseLeak, type CaseResult, type LeakCase, useAction, useRoute } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { formatSize } from "../../../format/sizes.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { followLink } from "../../../parts/Copy.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { UtcMoment } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { CaseLinks } from "./CaseLinks.tsx";
import { CaseNotes } from "./CaseNotes.tsx";
import { CaseVerdict } from "./CaseVerdict.tsx";
import { EditCaseDialog } from "./EditCaseDialog.tsx";
import { LargerPicture } from "./LargerPicture.tsx";
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
				{result && isAdministrator ? (
					<div data-unprinted>
						<CaseLinks caseId={shown.case_id} />
					</div>
				) : null}
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
			<Stack aria-live="polite" gap="sm">
				<p className={classes.note}>{stateWords(shown)}</p>
				{isUnderWay(shown) ? (
					<Progress animated aria-label="Progress" value={100 * stageShare(shown.progress)} />
				) : null}
				{shown.problem ? (
					<Alert color="red" icon={<IconAlertTriangle />} title="Tracing failed">
						{shown.problem}
					</Alert>
				) : null}
				<FailureNotice error={error} />
				<div>
					{isUnderWay(shown) ? (
						<Button loading={cancel.isPending} onClick={() => cancel.mutate()} variant="default">
							Cancel
						</Button>
					) : (
						<Button
							disabled={shown.leaks.length === 0}
							loading={trace.isPending}
							onClick={() => trace.mutate()}
						>
							{shown.status === "draft" ? "Trace" : "Trace again"}
						</Button>
					)}
				</div>
			</Stack>
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

/** Where the mark was found: each leak beside the fields that speak for a client. */
function CaseEvidence({ shown, result }: { readonly shown: LeakCase; readonly result: CaseResult }) {
	const drawn = result.candidates.flatMap((client, place) =>
		client.evidence.map((leak) => ({ client, leak, candidate: place + 1 })),
	);
	if (drawn.length === 0) return null;
	return (
		<Surface
			description="Each leak next to the picture, divided into small fields: green where the leak agrees with the key's mark, red where it does not. The stronger the colour, the more certain. The source is mostly green; for anybody else the colours are mixed."
			title="Where the mark was found"
		>
			{drawn.map(({ client, leak, candidate }) => (
				<figure className={classes.evidence} key={`${leak} ${client.client_id}`}>
					<LargerPicture
						alt={`Leak ${leak} against the mark of ${client.client_name}`}
						path={{ case_id: shown.case_id, leak: String(leak), candidate: String(candidate) }}
						route="GET /admin/traces/{case_id}/evidence/{leak}/{candidate}"
					/>
					<figcaption>
						Leak {leak}, <bdi>{client.client_name}</bdi>
						{client.is_named ? null : " (not named)"}
					</figcaption>
				</figure>
			))}
		</Surface>
	);
}

/** How others can verify the case without this installation. */
function CheckedByOthers({ caseId, sha256 }: { readonly caseId: string; readonly sha256: string }) {
	return (
		<Surface
			description="Administrators can download the case file; every download is recorded. It contains the leaks, these pictures without anybody's mark, and the secret numbers that the marks of the named keys in them follow from. Anybody who has it can make unmarked copies of these pictures, so share it in confidence, and only with people who need to check it. The check shows whose mark the leak agrees with; names, products, times and deliveries are stated by you."
			title="Checking it without us"
		>
			<Facts layout="pairs">
				<Fact name="SHA-256 of the case file">
					<code className={classes.digest}>{sha256}</code>
				</Fact>
				<Fact name="With Packshot anywhere">
					<code className={classes.command}>
						packshot trace --case packshot-{caseId}.tar --sha256 {sha256}
					</code>
				</Fact>
			</Facts>
		</Surface>
	);
}

const FOUND_BY = {
	barcode: "barcode entered by hand",
	hash: "recognised by its appearance",
	corners: "recognised by its corner points",
} as const;

/** The leaks, and the picture of the catalogue that each one shows. */
function CaseLeaks({ shown }: { readonly shown: LeakCase }) {
	const { leaks, case_id, status } = shown;
	if (leaks.length === 0) return null;
	return (
		<Surface title={leaks.length === 1 ? "The leak" : "The leaks"}>
			<ol className={classes.leaks}>
				{leaks.map((leak) => (
					<li key={leak.leak}>
						<LargerPicture
							alt={`Leak ${leak.leak}`}
							className={classes.picture}
							path={{ case_id, leak: String(leak.leak) }}
							route="GET /admin/traces/{case_id}/leaks/{leak}"
						/>
						<LeakFacts isTraced={status === "done"} leak={leak} />
					</li>
				))}
			</ol>
		</Surface>
	);
}

function LeakFacts({ leak, isTraced }: { readonly leak: CaseLeak; readonly isTraced: boolean }) {
	const { shows } = leak;
	return (
		<Facts layout="pairs">
			<Fact name="File">
				<bdi>{leak.name ?? `Leak ${leak.leak}`}</bdi>, {leak.width} × {leak.height},{" "}
				{formatSize(leak.size_bytes)}
			</Fact>
			<Fact name="SHA-256">
				<code className={classes.digest}>{leak.sha256}</code>
			</Fact>
			{isTraced ? (
				<Fact name="Shows">
					{shows ? (
						<>
							<Anchor component={Link} to={`/find/${shows.barcode}`}>
								{shows.barcode}
							</Anchor>{" "}
							{shows.variant}, {FOUND_BY[shows.found_by]}
						</>
					) : (
						"No picture in this catalogue"
					)}
				</Fact>
			) : null}
			{shows ? (
				<Fact name="SHA-256 of our picture">
					<code className={classes.digest}>{shows.base_sha256}</code>
				</Fact>
			) : null}
		</Facts>
	);
}
