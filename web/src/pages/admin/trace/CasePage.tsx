import { Alert, Button, Menu, Progress } from "@mantine/core";
import {
	IconAlertTriangle,
	IconDotsVertical,
	IconDownload,
	IconPencil,
	IconPrinter,
	IconTrash,
} from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { routeUrl } from "../../../api/call.ts";
import { type CaseResult, type LeakCase, useAction, useRoute } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { formatCount } from "../../../format/credits.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { followLink } from "../../../parts/Copy.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { UtcMoment } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { CaseLeaks } from "./CaseLeaks.tsx";
import { EditCaseDialog } from "./EditCaseDialog.tsx";
import { formatProbability, LeakCandidates } from "./LeakCandidates.tsx";
import { isUnderWay, PROGRESS_MS, stageShare, stageWords } from "./stages.ts";
import classes from "./Trace.module.css";
import { foundState } from "./Traces.tsx";

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

/** Prints in the light scheme whatever the current one, because paper is white. */
function usePrintLight(): void {
	useEffect(() => {
		const { dataset } = document.documentElement;
		let before: string | undefined;
		const begin = () => {
			before = dataset.mantineColorScheme;
			dataset.mantineColorScheme = "light";
		};
		const end = () => {
			if (before !== undefined) dataset.mantineColorScheme = before;
		};
		window.addEventListener("beforeprint", begin);
		window.addEventListener("afterprint", end);
		return () => {
			window.removeEventListener("beforeprint", begin);
			window.removeEventListener("afterprint", end);
		};
	}, []);
}

/** How others can verify the case without this installation. */
function CheckedByOthers({ caseId, sha256 }: { readonly caseId: string; readonly sha256: string }) {
	return (
		<Surface
			description="Administrators can download the case file; every download is recorded. It contains the leaks, the base pictures and the data from which the marks of the named keys are derived. Anybody who has it can make unmarked copies of these pictures, so share it in confidence, and only with people who need to check it. The check shows whose bits the leak agrees with; names, products, times and deliveries are stated by you."
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

interface CaseDialogProps {
	readonly shown: LeakCase;
	readonly onClose: () => void;
}

function DeleteCaseDialog({ shown, onClose }: CaseDialogProps) {
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

/** Where the mark was found: each leak beside the cells that speak for a client. */
function CaseEvidence({ shown, result }: { readonly shown: LeakCase; readonly result: CaseResult }) {
	const drawn = result.candidates.flatMap((client, place) =>
		client.evidence.map((leak) => ({ client, leak, candidate: place + 1 })),
	);
	if (drawn.length === 0) return null;
	return (
		<Surface
			description="Each leak next to the picture, divided into cells: green where the leak agrees with the key's mark, red where it does not. The stronger the colour, the more certain. The source is mostly green; for anybody else the colours are mixed."
			title="Where the mark was found"
		>
			{drawn.map(({ client, leak, candidate }) => (
				<figure className={classes.evidence} key={`${leak} ${client.client_id}`}>
					<img
						alt={`Leak ${leak} against the mark of ${client.client_name}`}
						src={routeUrl("GET /admin/traces/{case_id}/evidence/{leak}/{candidate}", {
							path: { case_id: shown.case_id, leak: String(leak), candidate: String(candidate) },
						})}
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

interface CaseVerdictProps {
	readonly result: CaseResult;
	readonly verdict: LeakCase["verdict"];
}

/** The result, in words first, and how conclusive it is. */
function CaseVerdict({ result, verdict }: CaseVerdictProps) {
	const named = result.candidates.filter(({ is_named }) => is_named);
	return (
		<Surface title={verdict === "identified" ? namedTitle(named.length) : "Nobody is named"}>
			<div className={classes.verdict}>
				{named.map((client) => (
					<p className={classes.lead} key={client.client_id}>
						<strong>
							<bdi>{client.client_name}</bdi>
						</strong>
						: the chance that any of the {formatCount(result.clients_scored)} keys would score this high
						without having received this copy is {client.probability_words} (
						{formatProbability(client.false_positive_probability)}).
					</p>
				))}
				{named.length === 0 ? <p className={classes.lead}>{nobodyWords(result)}</p> : null}
				{result.origin ? <OriginLine origin={result.origin} /> : null}
				{named.length > 0 ? (
					<p className={classes.quiet}>
						This is evidence, not proof. It shows which delivery the picture came from, not who passed it on:
						the copy may have been stolen from the key's owner. For proof you also need an independent record
						of where the picture was found, the time at which the key fetched it (see below), and a digest of
						the base and seeds that was deposited before the leak was found.
					</p>
				) : null}
			</div>
		</Surface>
	);
}

function namedTitle(keys: number): string {
	return keys === 1 ? "One key is named" : `${keys} keys are named`;
}

function nobodyWords({ candidates }: CaseResult): string {
	return candidates.length === 0
		? "The leaks do not show any picture that was ever delivered from here."
		: "The picture was recognised, but no key scores higher than chance could explain. Do not accuse anybody on this basis. A larger copy, or more pictures from the same source, may give a clearer result.";
}

function OriginLine({ origin }: { readonly origin: NonNullable<CaseResult["origin"]> }) {
	const words = {
		delivered: "The leak is a copy that was delivered from here",
		elsewhere: "The leak is the same photograph, but not a copy that was delivered from here",
		unclear: "There is no telling whether the leak is a copy that was delivered from here",
	}[origin.verdict];
	const chance =
		origin.verdict === "unclear" ? origin.explanation : formatProbability(origin.false_positive_probability);
	return (
		<p>
			{words} ({chance}).
		</p>
	);
}
