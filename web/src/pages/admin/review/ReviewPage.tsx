import { Button, Modal, SegmentedControl } from "@mantine/core";
import { IconKeyboard, IconPhotoCheck } from "@tabler/icons-react";
import { useState } from "react";
import { KEPT, POLLED, type Review, type ReviewState, useRoute } from "../../../api/routes.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { EmptyState, Pager } from "../../../parts/Listing.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { changed, useAddress, usePageNumber } from "../../../parts/use-address.ts";
import { WaitingRows } from "../../../parts/Waiting.tsx";
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
						Shortcuts
					</Button>
				}
				description="Proposed changes to the catalogue, next to what it has today."
				name="Reviews"
			/>
			<div className={classes.states}>
				<SegmentedControl
					aria-label="State"
					data={[...STATES]}
					onChange={(next) => change((now) => changed(now, "state", next))}
					size="sm"
					value={state}
				/>
			</div>
			{reviews.error ? <FailureNotice error={reviews.error} onRetry={() => reviews.refetch()} /> : null}
			{reviews.isPending ? (
				<Surface flush>
					<WaitingRows />
				</Surface>
			) : null}
			{reviews.data && rows.length === 0 ? (
				<Surface>
					<EmptyState
						icon={IconPhotoCheck}
						title={state === "waiting" ? "Nothing is waiting" : "No such proposal"}
					>
						{state === "waiting" ? "New proposals appear here automatically." : null}
					</EmptyState>
				</Surface>
			) : null}
			{rows.length > 0 ? <ReviewQueue key={state} onHelp={() => setHelpOpen(true)} reviews={rows} /> : null}
			{reviews.data && rows.length > 0 ? (
				<Pager noun={["proposal", "proposals"]} onPage={turnTo} pagination={reviews.data.pagination} />
			) : null}
			{isHelpOpen ? <ShortcutsDialog onClose={() => setHelpOpen(false)} /> : null}
		</>
	);
}

const shown: ReadonlyMap<string, string> = new Map(Object.entries({ ArrowDown: "↓", ArrowUp: "↑" }));

/** The keyboard shortcuts of the queue. */
function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
	return (
		<Modal onClose={onClose} opened title="Keyboard shortcuts">
			<p className={classes.quiet}>
				They work while the focus is in the queue and you are not typing in a field.
			</p>
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
