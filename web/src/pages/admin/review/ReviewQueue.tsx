import { Button, Modal, SegmentedControl, Stack, Textarea } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "../../../api/call.ts";
import { asFailure, pageFailure } from "../../../api/failure.ts";
import { type Review, useRefresh } from "../../../api/routes.ts";
import { DialogButtons } from "../../../parts/DialogForm.tsx";
import { notifyFailure, notifySuccess } from "../../../parts/toast.tsx";
import { LabelFacts } from "./LabelFacts.tsx";
import {
	approvedFields,
	asDecided,
	FROM_LABEL,
	type LabelAnswer,
	type LabelAnswers,
} from "./label-answers.ts";
import { PicturePair } from "./PicturePair.tsx";
import { QueueItem } from "./QueueItem.tsx";
import classes from "./Review.module.css";
import { ReviewDetails } from "./ReviewDetails.tsx";
import { neighbour, type ReviewAction, reviewAction, usesKey } from "./review-keys.ts";

interface ReviewQueueProps {
	readonly reviews: readonly Review[];
	/** Whether shortcuts work. */
	readonly hasKeys: boolean;
	readonly onHelp: () => void;
}

/** The queue and the selected proposal; shortcuts work wherever the focus is on the page. */
export function ReviewQueue({ reviews, hasKeys, onHelp }: ReviewQueueProps) {
	const list = useRef<HTMLUListElement>(null);
	const queue = useQueue(reviews, onHelp, (id) => {
		const item = list.current?.querySelector<HTMLElement>(`[data-id="${id}"]`);
		// After the last one, keyboards and screen readers go on from the page's heading.
		(item ?? document.querySelector("h1"))?.focus();
	});
	const { shown, selected, approvable, rejectable, left, actions } = queue;
	usePageKeys(hasKeys && left === 0 ? actions : undefined);
	return (
		<section aria-busy={left > 0} aria-label="Review queue" className={classes.queue}>
			<ul className={classes.list} ref={list}>
				{reviews.map((review) => (
					<QueueItem
						isSelected={selected.has(review.proposal_id)}
						isShown={review === shown}
						key={review.proposal_id}
						onSelect={() => queue.toggle(review.proposal_id)}
						onShow={() => queue.open(review.proposal_id)}
						review={review}
					/>
				))}
			</ul>
			{shown ? (
				<ReviewDetails
					label={
						shown.ownership === FROM_LABEL ? (
							<LabelFacts
								answers={shown.state === "waiting" ? queue.labels.answersOf(shown) : asDecided(shown.changes)}
								current={queue.labels.current}
								key={shown.proposal_id}
								onAnswer={
									shown.state === "waiting"
										? (key, answer) => queue.labels.answer(shown, key, answer)
										: undefined
								}
								onOpen={queue.labels.open}
								proposalId={shown.proposal_id}
								suggested={new Set(shown.changes.map(({ key }) => key))}
							/>
						) : null
					}
					onZoom={actions.zoom}
					review={shown}
				>
					{rejectable.length > 0 ? (
						<Verdicts
							approvable={approvable.length}
							count={queue.count}
							left={left}
							onApprove={actions.approve}
							onReject={actions.reject}
						/>
					) : null}
				</ReviewDetails>
			) : null}
			{queue.dialog === "reject" ? (
				<RejectDialog
					count={rejectable.length}
					onClose={queue.closeDialog}
					onReject={(reason) => void queue.settle(rejectable, reason)}
				/>
			) : null}
			{queue.dialog === "zoom" && shown ? <ZoomDialog onClose={queue.closeDialog} review={shown} /> : null}
		</section>
	);
}

/** State of the queue: what is shown, selected and decided, and what shortcuts do. */
function useQueue(reviews: readonly Review[], onHelp: () => void, focus: (id: string | undefined) => void) {
	const [wantedId, setWantedId] = useState<string>();
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	const [dialog, setDialog] = useState<"reject" | "zoom">();
	const labels = useLabelAnswers();
	const { decide, left } = useDecide(labels.answersOf);
	const ids = reviews.map(({ proposal_id }) => proposal_id);
	const shown = reviews.find(({ proposal_id }) => proposal_id === wantedId) ?? reviews[0];
	const chosen = reviews.filter(({ proposal_id }) => selected.has(proposal_id));
	const meant = chosen.length > 0 ? chosen : shown ? [shown] : [];
	const rejectable = meant.filter(({ state }) => state === "waiting");
	const approvable = rejectable.filter(({ may_approve }) => may_approve);
	const show = (id: string | undefined) => {
		setWantedId(id);
		// What is doubtful of the next label comes first again.
		labels.open(undefined);
		focus(id);
	};
	const toggle = (id: string) => {
		const next = new Set(selected);
		if (!next.delete(id)) next.add(id);
		setSelected(next);
	};
	const settle = async (those: readonly Review[], reason?: string) => {
		const gone = new Set(those.map(({ proposal_id }) => proposal_id));
		const rest = ids.filter((id) => !gone.has(id));
		const place = ids.indexOf(shown?.proposal_id ?? "");
		await decide(those, reason);
		setSelected(new Set());
		show(rest.find((id) => ids.indexOf(id) > place) ?? rest.at(-1));
	};
	const actions: Record<ReviewAction, () => void> = {
		next: () => show(neighbour(ids, shown?.proposal_id, 1)),
		previous: () => show(neighbour(ids, shown?.proposal_id, -1)),
		select: () => shown?.state === "waiting" && toggle(shown.proposal_id),
		approve: () => approvable.length > 0 && void settle(approvable),
		reject: () => rejectable.length > 0 && setDialog("reject"),
		zoom: () => shown && shown.pictures.length > 0 && setDialog("zoom"),
		help: onHelp,
		value: () => labels.next(),
		wrong: () => shown?.state === "waiting" && labels.toggleWrong(shown),
		correct: () => labels.correct(),
	};
	return {
		shown,
		labels,
		selected,
		approvable,
		rejectable,
		left,
		dialog,
		actions,
		toggle,
		settle,
		count: meant.length,
		open: setWantedId,
		closeDialog: () => setDialog(undefined),
	};
}

/** What was said of values that were read from labels, by suggestion, and the value on which keys act. */
function useLabelAnswers() {
	const [all, setAll] = useState<Readonly<Record<string, LabelAnswers>>>({});
	const [current, setCurrent] = useState<string>();
	const answersOf = ({ proposal_id }: Review) => all[proposal_id] ?? {};
	const answer = (review: Review, key: string, given: LabelAnswer | undefined) => {
		const { [key]: _, ...others } = answersOf(review);
		setAll({ ...all, [review.proposal_id]: given ? { ...others, [key]: given } : others });
	};
	function next() {
		const rows = [...document.querySelectorAll<HTMLElement>("[data-value]")];
		const place = rows.findIndex(({ dataset }) => dataset.value === current);
		const row = rows[(place + 1) % Math.max(1, rows.length)];
		// At the edge of the window a notice may cover it.
		row?.scrollIntoView({ block: "center" });
		setCurrent(row?.dataset.value);
	}
	return {
		answersOf,
		answer,
		current,
		open: setCurrent,
		/** The values as they are shown: their order depends on what was read. */
		next,
		toggleWrong(review: Review) {
			if (current === undefined) return next();
			if (!review.changes.some(({ key }) => key === current)) return;
			const before = answersOf(review)[current];
			answer(review, current, before && "isRight" in before ? undefined : { isRight: false });
		},
		correct() {
			if (current === undefined) return next();
			document.querySelector<HTMLButtonElement>(`[data-correct="${current}"]`)?.click();
		},
	};
}

/** Shortcuts of the whole page. @param actions undefined while there are none. */
function usePageKeys(actions: Readonly<Record<ReviewAction, () => void>> | undefined): void {
	const press = useEffectEvent((event: KeyboardEvent) => {
		const { target } = event;
		const isCovered = document.querySelector("[aria-modal=true]") !== null;
		const isUsed = isCovered || (target instanceof Element && usesKey(target, event.key));
		const action = reviewAction(event, isUsed);
		if (action === undefined || !actions) return;
		event.preventDefault();
		actions[action]();
	});
	useEffect(() => {
		addEventListener("keydown", press);
		return () => removeEventListener("keydown", press);
	}, []);
}

interface VerdictsProps {
	readonly count: number;
	readonly approvable: number;
	/** How many are still to be decided. */
	readonly left: number;
	readonly onApprove: () => void;
	readonly onReject: () => void;
}

function Verdicts({ count, approvable, left, onApprove, onReject }: VerdictsProps) {
	const several = count > 1 ? ` ${count}` : "";
	return (
		<div className={classes.verdicts}>
			<Button aria-keyshortcuts="a" disabled={approvable === 0} loading={left > 0} onClick={onApprove}>
				{approvable > 0 && approvable < count ? `Approve ${approvable}` : `Approve${several}`}
			</Button>
			<Button aria-keyshortcuts="r" disabled={left > 0} onClick={onReject} variant="default">
				Reject{several}
			</Button>
			<span aria-live="polite" className={classes.quiet}>
				{left > 1 ? `${left} to go` : null}
				{left === 0 && approvable < count
					? "Your own suggestions have to be approved by somebody else."
					: null}
			</span>
		</div>
	);
}

/** The pictures as large as the screen allows, or pixel by pixel. */
function ZoomDialog({ review, onClose }: { readonly review: Review; readonly onClose: () => void }) {
	const [scale, setScale] = useState("fit");
	return (
		<Modal fullScreen onClose={onClose} opened title="Pictures">
			<SegmentedControl
				aria-label="Size"
				data={[
					{ value: "fit", label: "Whole" },
					{ value: "full", label: "Pixel by pixel" },
				]}
				onChange={setScale}
				value={scale}
			/>
			<div className={classes.zoom} data-scale={scale}>
				{review.pictures.map((picture) => (
					<PicturePair barcode={review.barcode} key={picture.picture_id} picture={picture} />
				))}
			</div>
		</Modal>
	);
}

const LONGEST_REASON = 500;

interface RejectDialogProps {
	readonly count: number;
	readonly onReject: (reason: string) => void;
	readonly onClose: () => void;
}

/** Asks for the reason of a rejection, which is shown to the proposer. */
function RejectDialog({ count, onReject, onClose }: RejectDialogProps) {
	const [reason, setReason] = useState("");
	return (
		<Modal
			onClose={onClose}
			opened
			title={count > 1 ? `Reject ${count} suggestions?` : "Reject this suggestion?"}
		>
			<form
				onSubmit={(event) => {
					event.preventDefault();
					if (reason.trim() === "") return;
					onReject(reason.trim());
					onClose();
				}}
			>
				<Stack gap="md">
					<Textarea
						data-autofocus
						description="Whoever suggested it will see it. Press Ctrl+Enter to send it."
						label="Reason"
						maxLength={LONGEST_REASON}
						onChange={(event) => setReason(event.currentTarget.value)}
						onKeyDown={(event) => {
							if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
								event.preventDefault();
								event.currentTarget.form?.requestSubmit();
							}
						}}
						required
						value={reason}
					/>
					<DialogButtons
						act={{ isPending: false }}
						action="Reject"
						color="red"
						disabled={reason.trim() === ""}
						onCancel={onClose}
					/>
				</Stack>
			</form>
		</Modal>
	);
}

/** Decides proposals one after the other, and reports the outcomes. */
function useDecide(answersOf: (review: Review) => LabelAnswers) {
	const [left, setLeft] = useState(0);
	const refresh = useRefresh();
	async function decide(reviews: readonly Review[], reason?: string): Promise<void> {
		let done = 0;
		const failures: unknown[] = [];
		for (const [place, review] of reviews.entries()) {
			setLeft(reviews.length - place);
			try {
				await decideOne(review, reason, answersOf(review));
				done++;
			} catch (error) {
				failures.push(error);
			}
		}
		await refresh(["/admin"]);
		setLeft(0);
		if (done > 0) notifySuccess(doneWords(done, reason === undefined));
		if (failures.length === 1) notifyFailure(failures[0]);
		if (failures.length > 1) {
			notifyFailure(
				pageFailure(`${failures.length} suggestions could not be decided: ${asFailure(failures[0]).message}`),
			);
		}
	}
	return { decide, left };
}

/** @param reason of a rejection. What is approved is what was shown. */
function decideOne(
	{ proposal_id, compared_with, changes }: Review,
	reason: string | undefined,
	answers: LabelAnswers,
): Promise<Review> {
	const path = { proposal_id };
	const fields = approvedFields(changes, answers);
	const isNothingRight = fields !== undefined && Object.keys(fields).length === 0;
	if (reason === undefined && isNothingRight)
		return call("POST /admin/review/{proposal_id}/reject", {
			path,
			body: { reason: "Nothing of it was right." },
		});
	return reason === undefined
		? call("POST /admin/review/{proposal_id}/approve", {
				path,
				body: fields ? { compared_with, fields } : { compared_with },
			})
		: call("POST /admin/review/{proposal_id}/reject", { path, body: { reason } });
}

function doneWords(count: number, isApproval: boolean): string {
	const verb = isApproval ? "approved" : "rejected";
	return count === 1 ? `${verb.slice(0, 1).toUpperCase()}${verb.slice(1)}.` : `${count} ${verb}.`;
}
