import { Button, Modal, SegmentedControl, Switch } from "@mantine/core";
import { IconKeyboard, IconPhotoCheck } from "@tabler/icons-react";
import { useState } from "react";
import { KEPT, POLLED, type Review, type ReviewState, useRoute } from "../../../api/routes.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { EmptyState, Pager } from "../../../parts/Listing.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { changed, useAddress, usePageNumber } from "../../../parts/use-address.ts";
import { useRemembered } from "../../../parts/use-remembered.ts";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { LabelReadingPanel } from "./LabelReadingPanel.tsx";
import classes from "./Review.module.css";
import { ReviewQueue } from "./ReviewQueue.tsx";
import { REVIEW_KEYS } from "./review-keys.ts";

const STATES = [
	{ value: "waiting", label: "Waiting" },
	{ value: "approved", label: "Approved" },
	{ value: "rejected", label: "Rejected" },
	{ value: "withdrawn", label: "Withdrawn" },
] as const satisfies readonly { readonly value: ReviewState; readonly label: string }[];

const PER_PAGE = 25;
const NONE: readonly Review[] = [];

/** Proposals that are waiting for a decision, and decided ones. */
export function ReviewPage() {
	const [address, change] = useAddress();
	const [isHelpOpen, setHelpOpen] = useState(false);
	const [hasKeys, setHasKeys] = useRemembered("packshot-review-keys", true);
	const state = STATES.find(({ value }) => value === address.get("state"))?.value ?? "waiting";
	const [page, turnTo] = usePageNumber();
	const reviews = useRoute(
		"GET /admin/review",
		{ query: { state, page, per_page: PER_PAGE } },
		{ ...KEPT, ...POLLED },
	);
	const rows = reviews.data?.data ?? NONE;
	return (
		<>
			<PageHead
				actions={
					<Button
						leftSection={<IconKeyboard aria-hidden="true" size={18} stroke={1.7} />}
						onClick={() => setHelpOpen(true)}
						variant="default"
					>
						Keys
					</Button>
				}
				description="Suggested changes to the catalogue, next to what it has today."
				name="Reviews"
			/>
			<div className={classes.states}>
				<SegmentedControl
					aria-label="State"
					data={[...STATES]}
					onChange={(next) => change((now) => changed(now, "state", next))}
					value={state}
				/>
			</div>
			{state === "waiting" ? <LabelReadingPanel /> : null}
			<FailureNotice error={reviews.error} onRetry={() => reviews.refetch()} />
			{reviews.isPending ? (
				<Surface flush>
					<WaitingRows />
				</Surface>
			) : null}
			{reviews.data && rows.length === 0 ? (
				<Surface>
					<EmptyState
						icon={IconPhotoCheck}
						title={state === "waiting" ? "Nothing is waiting" : "No such suggestion"}
					>
						{state === "waiting" ? "New suggestions appear here automatically." : null}
					</EmptyState>
				</Surface>
			) : null}
			{rows.length > 0 && hasKeys ? <KeysInWords /> : null}
			{rows.length > 0 ? (
				<ReviewQueue hasKeys={hasKeys} key={state} onHelp={() => setHelpOpen(true)} reviews={rows} />
			) : null}
			{reviews.data && rows.length > 0 ? (
				<Pager noun={["suggestion", "suggestions"]} onPage={turnTo} pagination={reviews.data.pagination} />
			) : null}
			{isHelpOpen ? (
				<KeysDialog hasKeys={hasKeys} onClose={() => setHelpOpen(false)} onHasKeys={setHasKeys} />
			) : null}
		</>
	);
}

const shown: ReadonlyMap<string, string> = new Map(Object.entries({ ArrowDown: "↓", ArrowUp: "↑" }));

/** The keys in one line, for those who have some. */
function KeysInWords() {
	return (
		<p className={classes.keyLine}>
			{REVIEW_KEYS.map(({ keys: [key], action, word }) => (
				<span key={action}>
					<kbd>{key}</kbd> {word}
				</span>
			))}
		</p>
	);
}

interface KeysDialogProps {
	readonly hasKeys: boolean;
	readonly onHasKeys: (hasKeys: boolean) => void;
	readonly onClose: () => void;
}

/** The keys of the page. They can be switched off, because speech input and assistive technology may press them unasked. */
function KeysDialog({ hasKeys, onHasKeys, onClose }: KeysDialogProps) {
	return (
		<Modal onClose={onClose} opened title="Keys of this page">
			<Switch
				checked={hasKeys}
				description="Never while you are typing in a field."
				label="They work on the whole page"
				onChange={({ currentTarget: { checked } }) => onHasKeys(checked)}
			/>
			<dl className={classes.keys}>
				{REVIEW_KEYS.map(({ keys, action, words }) => (
					<div key={action}>
						<dt>
							{keys.map((key) => (
								<kbd key={key}>{shown.get(key) ?? key}</kbd>
							))}
						</dt>
						<dd>{words}</dd>
					</div>
				))}
			</dl>
		</Modal>
	);
}
