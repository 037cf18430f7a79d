import { Alert, Button, Group, List, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { useIdempotencyKey } from "../../../api/idempotency-key.ts";
import {
	type AdminAlert,
	type FormerWording,
	useAction,
	useRoute,
	type WaitingAlert,
} from "../../../api/routes.ts";
import { alertTitle } from "../../../format/alert-kinds.ts";
import { stateOf } from "../../../format/alerts.ts";
import { countInWords } from "../../../format/credits.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { done } from "../../../parts/toast.tsx";
import { WaitingPage } from "../../../parts/Waiting.tsx";
import { AlertForm } from "./AlertForm.tsx";
import { AlertPreview } from "./AlertPreview.tsx";
import classes from "./Alerts.module.css";
import { afterMistake, correctionInWords, fieldsOf, NEW_ALERT } from "./alert-fields.ts";

/** The page on which an administrator writes an alert. */
function NewAlert() {
	const navigate = useNavigate();
	const key = useIdempotencyKey();
	const publish = useAction("POST /admin/alerts");
	return (
		<>
			<PageHead
				back={{ to: "/admin/alerts", name: "Kosher alerts" }}
				description="Customers see it within seconds. It can be changed and ended, but never deleted."
				name="Write an alert"
			/>
			<AlertForm
				act={publish}
				action="Publish"
				initial={NEW_ALERT}
				isDecided={false}
				onSend={(given) =>
					publish.mutate(
						{ body: { ...given, idempotency_key: key.current() } },
						{
							onError: key.renewAfter,
							...done("Sent.", ({ alert_id }) => navigate(`/admin/alerts/${alert_id}`)),
						},
					)
				}
			/>
		</>
	);
}

/** An alert, or one that is to be written. */
export function AlertPage() {
	const { alertId = "" } = useParams();
	return alertId === "new" ? <NewAlert /> : <WrittenAlert alertId={alertId} />;
}

/** What an alert says, what it said before, and how it is changed and ended. */
function WrittenAlert({ alertId }: { readonly alertId: string }) {
	const path = { alert_id: alertId };
	const { data, error, refetch } = useRoute(
		"GET /admin/alerts/{alert_id}",
		{ path },
		{ refetchInterval: ({ state }) => (state.data?.alert.is_under_way ? 1000 : 30_000) },
	);
	const [isChanging, setIsChanging] = useState(false);
	if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
	if (!data) return <WaitingPage />;
	const { alert, waiting, earlier } = data;
	const isLive = alert.outcome === null && !alert.is_under_way && !alert.waits;
	return (
		<>
			<PageHead
				actions={
					isLive && !isChanging ? <Actions alert={alert} onChange={() => setIsChanging(true)} /> : null
				}
				back={{ to: "/admin/alerts", name: "Kosher alerts" }}
				description={stateOf(alert)}
				name={alertTitle(alert)}
			/>
			<Stack gap="md">
				{alert.failure === null ? null : <Alert color="red">{alert.failure}</Alert>}
				{waiting === null ? null : (
					<Waiting alertId={alertId} isNew={alert.published_at === null} waiting={waiting} />
				)}
				{isChanging ? (
					<Changing alert={alert} onDone={() => setIsChanging(false)} />
				) : alert.waits && alert.published_at === null ? null : (
					<Said alert={alert} />
				)}
				{earlier.length === 0 ? null : (
					<Surface title="Earlier wordings">
						{earlier.toReversed().map((wording) => (
							<Former key={wording.shown_until} wording={wording} />
						))}
					</Surface>
				)}
			</Stack>
		</>
	);
}

interface WaitingProps {
	readonly alertId: string;
	readonly isNew: boolean;
	readonly waiting: WaitingAlert;
}

/** What one person wrote and another one has to approve. */
function Waiting({ alertId, isNew, waiting }: WaitingProps) {
	const path = { alert_id: alertId };
	const navigate = useNavigate();
	const approve = useAction("POST /admin/alerts/{alert_id}/approve", { path });
	const decline = useAction("POST /admin/alerts/{alert_id}/decline", { path });
	const { barcodes, correction, said_by, asked_at, may_approve } = waiting;
	const preview = useAction("POST /admin/alerts/preview");
	const { said_by: _, may_approve: __, asked_at: ___, outcome, ...given } = waiting;
	const what = outcome === null ? "A change waits for approval" : "Its end, as a mistake, waits for approval";
	return (
		<Surface
			description={`Asked for by ${said_by ?? "an account that is gone"}. ${may_approve ? "Customers see it once you approve it." : "Another administrator has to approve it."}`}
			title={isNew ? "Waits for approval" : what}
		>
			<Stack align="flex-start" gap="sm">
				{isNew ? null : (
					<Text fw={650}>
						<bdi>{alertTitle(waiting)}</bdi>
					</Text>
				)}
				{outcome === null ? <Wording said={waiting} /> : <p>{afterMistake(waiting)}</p>}
				{outcome !== null ? null : preview.data ? (
					<AlertPreview given={given} preview={preview.data} />
				) : (
					<Button
						loading={preview.isPending}
						onClick={() => preview.mutate({ body: given })}
						variant="default"
					>
						What it means for {countInWords(barcodes.length, "product")}
					</Button>
				)}
				{correction === null ? null : (
					<p>
						It corrects the hechsher: <bdi>{correctionInWords(correction)}</bdi>
					</p>
				)}
				<FailureNotice error={preview.error ?? approve.error ?? decline.error} />
				<Group gap="sm">
					{may_approve ? (
						<Button
							loading={approve.isPending}
							onClick={() => approve.mutate({ body: { asked_at } }, done("Approved."))}
						>
							Approve
						</Button>
					) : null}
					<Button
						loading={decline.isPending}
						onClick={() =>
							decline.mutate(
								undefined,
								done("Declined.", () => (isNew ? navigate("/admin/alerts") : undefined)),
							)
						}
						variant="default"
					>
						{may_approve ? "Decline" : "Withdraw"}
					</Button>
				</Group>
			</Stack>
		</Surface>
	);
}

type Wording = Pick<AdminAlert, "message" | "lots" | "source" | "withholds" | "barcodes">;

function Wording({ said: { message, lots, source, withholds, barcodes } }: { readonly said: Wording }) {
	return (
		<div>
			<p className={classes.message} dir="auto">
				{message}
			</p>
			{lots === null ? null : (
				<p>
					Lots: <bdi>{lots}</bdi>
				</p>
			)}
			{source === null ? null : (
				<p>
					Source: <bdi>{source}</bdi>
				</p>
			)}
			<p>{withholds ? "These hechshers are withheld while it is live." : "It withholds nothing."}</p>
			<details>
				<summary>{countInWords(barcodes.length, "product")}</summary>
				<List size="sm">
					{barcodes.map((barcode) => (
						<List.Item key={barcode}>
							<Link to={`/admin/catalogue/${barcode}`}>{barcode}</Link>
						</List.Item>
					))}
				</List>
			</details>
		</div>
	);
}

function Said({ alert }: { readonly alert: AdminAlert }) {
	const { published_at, changed_at, ended_at } = alert;
	return (
		<Surface title="What it says">
			<Wording said={alert} />
			<Text c="dimmed" size="sm">
				{published_at === null ? (
					"It is being published."
				) : (
					<>
						Published <Moment at={published_at} />
					</>
				)}
				{changed_at === null || changed_at === published_at ? null : (
					<>
						, changed <Moment at={changed_at} />
					</>
				)}
				{ended_at === null ? null : (
					<>
						, ended <Moment at={ended_at} />
					</>
				)}
			</Text>
		</Surface>
	);
}

function Former({ wording }: { readonly wording: FormerWording }) {
	const { shown_from, shown_until, said_by, message, barcodes } = wording;
	return (
		<article>
			<Text c="dimmed" size="sm">
				<Moment at={shown_from} /> to <Moment at={shown_until} />, by {said_by ?? "the command line"},{" "}
				{countInWords(barcodes.length, "product")}
			</Text>
			<p className={classes.message} dir="auto">
				{message}
			</p>
		</article>
	);
}

function Changing({ alert, onDone }: { readonly alert: AdminAlert; readonly onDone: () => void }) {
	const path = { alert_id: alert.alert_id };
	const change = useAction("PUT /admin/alerts/{alert_id}", { path });
	// What is typed stays, whatever others send meanwhile; what that replaces is for the typing person to decide.
	const [seen, setSeen] = useState(alert);
	const changed_at = seen.changed_at ?? "";
	return (
		<>
			{seen.changed_at === alert.changed_at ? null : (
				<>
					<Alert color="marigold" role="alert" title="Somebody else has changed this alert in the meantime">
						<p>Below is what it says now. What you typed is still in the form, and would replace that.</p>
						<Button onClick={() => setSeen(alert)} size="xs">
							Go on with what I typed
						</Button>
					</Alert>
					<Said alert={alert} />
				</>
			)}
			<AlertForm
				act={change}
				action="Change the alert"
				initial={fieldsOf(alert)}
				isDecided
				onSend={(given) => change.mutate({ body: { ...given, changed_at } }, done("Sent.", onDone))}
			/>
			<Button onClick={onDone} variant="default">
				Leave it as it is
			</Button>
		</>
	);
}

function Actions({ alert, onChange }: { readonly alert: AdminAlert; readonly onChange: () => void }) {
	const [ending, setEnding] = useState<"settled" | "mistaken">();
	return (
		<Group gap="sm">
			<Button onClick={onChange} variant="default">
				Change
			</Button>
			<Button onClick={() => setEnding("settled")} variant="default">
				End: settled
			</Button>
			<Button onClick={() => setEnding("mistaken")} variant="default">
				End: a mistake
			</Button>
			{ending ? <Ending alert={alert} onClose={() => setEnding(undefined)} outcome={ending} /> : null}
		</Group>
	);
}

interface EndingProps {
	readonly alert: AdminAlert;
	readonly outcome: "settled" | "mistaken";
	readonly onClose: () => void;
}

function Ending({ alert, outcome, onClose }: EndingProps) {
	const { alert_id, withholds } = alert;
	// Of what was there when the dialog was opened.
	const [changed_at] = useState(alert.changed_at ?? "");
	const end = useAction("POST /admin/alerts/{alert_id}/end", { path: { alert_id } });
	const act = {
		...end,
		mutate: (_: undefined, options: { readonly onSuccess: () => void }) =>
			end.mutate({ body: { outcome, changed_at } }, options),
	};
	const settled = withholds
		? "Hechshers that it withholds are removed from the products, unless another live alert withholds them."
		: "It withholds nothing.";
	return (
		<ConfirmDialog
			act={act}
			action={outcome === "settled" ? "End it: settled" : "End it: a mistake"}
			done="Sent."
			onClose={onClose}
			title="End this alert"
		>
			{outcome === "settled" ? settled : afterMistake(alert)} Customers are told that it has ended. It stays
			listed and cannot be reopened.
		</ConfirmDialog>
	);
}
