import { Stack } from "@mantine/core";
import { IconPhotoUp } from "@tabler/icons-react";
import { useState } from "react";
import { routeUrl } from "../../api/call.ts";
import { KEPT, POLLED, type Proposal, useAction, useRoute } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { fieldName, fieldText } from "../../format/metadata-words.ts";
import { VARIANT_NAMES } from "../../format/product-words.ts";
import { ActionButton } from "../../parts/ActionButton.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { EmptyState, Pager } from "../../parts/Listing.tsx";
import { Ago } from "../../parts/Moment.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { StateBadge } from "../../parts/StateBadge.tsx";
import { WaitingPage, WaitingRows } from "../../parts/Waiting.tsx";
import classes from "./Propose.module.css";
import { ProposeForm } from "./ProposeForm.tsx";

/** Pictures and facts proposed by an account, and their states. */
export function ProposePage() {
	const account = useSession().data?.account;
	const fields = useRoute("GET /proposal-fields", {}, { staleTime: Number.POSITIVE_INFINITY });
	/** Gives each proposal a fresh form. */
	const [count, setCount] = useState(0);
	const name = account?.proposes_as ?? null;
	return (
		<>
			<PageHead
				description="Pictures and facts for the catalogue. Nothing changes until a person has looked at them."
				name="Suggest a correction"
			/>
			<Stack gap="1.25rem">
				{name === null ? (
					<Surface>
						<EmptyState icon={IconPhotoUp} title="This account cannot suggest corrections">
							An administrator of this service has to allow it. If you have pictures or facts to share, ask
							them.
						</EmptyState>
					</Surface>
				) : (
					<>
						<FailureNotice error={fields.error} onRetry={() => fields.refetch()} />
						{fields.isPending ? <WaitingPage /> : null}
						{fields.data ? (
							<ProposeForm
								fields={fields.data.data}
								key={count}
								onProposed={() => setCount(count + 1)}
								ownership={name}
							/>
						) : null}
					</>
				)}
				<OwnProposals isAlwaysShown={name !== null} />
			</Stack>
		</>
	);
}

interface OwnProposalsProps {
	/** Whether to show it even if nothing was ever proposed. */
	readonly isAlwaysShown: boolean;
}

/** The account's proposals, newest first, with their states. */
function OwnProposals({ isAlwaysShown }: OwnProposalsProps) {
	const [page, setPage] = useState(1);
	const proposals = useRoute("GET /proposals", { query: { page, per_page: 10 } }, { ...KEPT, ...POLLED });
	const rows = proposals.data?.data ?? [];
	const limits = proposals.data?.limits;
	if (!isAlwaysShown && !proposals.error && rows.length === 0) return null;
	return (
		<Surface
			description={
				limits && limits.open > 0
					? `${limits.open} of at most ${limits.most_open} waiting for review.`
					: undefined
			}
			flush
			title="Your suggestions"
		>
			<FailureNotice error={proposals.error} onRetry={() => proposals.refetch()} />
			{proposals.isPending ? <WaitingRows rows={2} /> : null}
			{proposals.data && rows.length === 0 ? (
				<EmptyState icon={IconPhotoUp} title="Nothing suggested yet">
					Your suggestions are listed here, with each decision and the reason for it.
				</EmptyState>
			) : null}
			<ul className={classes.proposals}>
				{rows.map((proposal) => (
					<li key={proposal.proposal_id}>
						<OwnProposal proposal={proposal} />
					</li>
				))}
			</ul>
			{proposals.data && rows.length > 0 ? (
				<Pager noun={["suggestion", "suggestions"]} onPage={setPage} pagination={proposals.data.pagination} />
			) : null}
		</Surface>
	);
}

function OwnProposal({ proposal }: { readonly proposal: Proposal }) {
	const withdraw = useAction("DELETE /proposals/{proposal_id}", {
		path: { proposal_id: proposal.proposal_id },
	});
	return (
		<article aria-label={`Suggestion for ${proposal.barcode}`} className={classes.proposal}>
			<header className={classes.head}>
				<span className={classes.barcode}>{proposal.barcode}</span>
				<StateBadge state={proposal.state} />
				<span className={classes.quiet}>
					<Ago at={proposal.decided_at ?? proposal.proposed_at} />
				</span>
				{proposal.state === "waiting" ? (
					<ActionButton
						act={withdraw}
						aria-label={`Withdraw the suggestion for ${proposal.barcode}`}
						ms="auto"
						done="Withdrawn."
						size="xs"
					>
						Withdraw
					</ActionButton>
				) : null}
			</header>
			{proposal.reason === null ? null : (
				<p>
					Reason: <bdi>{proposal.reason}</bdi>
				</p>
			)}
			<div className={classes.thumbnails}>
				{proposal.pictures
					.filter(({ is_stored }) => is_stored)
					.map(({ picture_id, variant }) => (
						<img
							alt={VARIANT_NAMES[variant]}
							decoding="async"
							height={64}
							key={picture_id}
							loading="lazy"
							src={routeUrl("GET /proposal-pictures/{picture_id}/{size}", {
								path: { picture_id, size: "thumbnail" },
							})}
							width={64}
						/>
					))}
			</div>
			<p className={`${classes.quiet} ${classes.given}`}>
				{proposal.fields.map(({ key, value }, place) => (
					<span key={key}>
						{place > 0 ? "; " : ""}
						{fieldName(key)}: <bdi>{fieldText(value)}</bdi>
					</span>
				))}
			</p>
		</article>
	);
}
