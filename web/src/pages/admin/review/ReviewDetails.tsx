import { Alert, Title } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Review } from "../../../api/routes.ts";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { FieldChanges } from "./FieldChanges.tsx";
import { PicturePair } from "./PicturePair.tsx";
import { proposedName } from "./QueueItem.tsx";
import classes from "./Review.module.css";
import { ReviewBadges } from "./ReviewBadges.tsx";

interface ReviewDetailsProps {
	readonly review: Review;
	readonly onZoom: () => void;
	/** The possible decisions. */
	readonly children: ReactNode;
}

/** One proposal: its proposer, pictures and fields, beside the current data of the catalogue. */
export function ReviewDetails({ review, onZoom, children }: ReviewDetailsProps) {
	const name = review.name ?? proposedName(review);
	return (
		<article aria-labelledby="review-name" className={classes.details}>
			<header className={classes.detailsHead}>
				<div>
					<Title id="review-name" order={2}>
						<bdi>{name ?? review.barcode}</bdi>
					</Title>
					<p className={classes.quiet}>
						{review.brand === null ? null : <bdi>{review.brand}, </bdi>}
						{review.barcode}
					</p>
					<ReviewBadges review={review} />
				</div>
				{children}
			</header>
			{review.state === "waiting" && review.is_stale ? (
				<Alert color="marigold" icon={<IconHistory />} title="Changed since it was proposed" variant="light">
					It is compared with the catalogue as it is today; the values at the time are shown alongside.
				</Alert>
			) : null}
			<Who review={review} />
			{review.pictures.map((picture) => (
				<PicturePair barcode={review.barcode} key={picture.picture_id} onZoom={onZoom} picture={picture} />
			))}
			{review.changes.length > 0 ? <FieldChanges changes={review.changes} state={review.state} /> : null}
		</article>
	);
}

function Who({ review }: { readonly review: Review }) {
	return (
		<Facts isBoxed layout="pairs">
			<Fact name="Proposed by">
				<bdi>{review.account_email}</bdi> for <bdi>{review.ownership}</bdi>
			</Fact>
			<Fact name="When">
				<Moment at={review.proposed_at} />
			</Fact>
			{review.comment === null ? null : (
				<Fact name="Comment">
					<bdi dir="auto">{review.comment}</bdi>
				</Fact>
			)}
			{review.decided_at === null ? null : (
				<Fact name="Decided">
					<bdi>{review.decided_by ?? ""}</bdi>, <Moment at={review.decided_at} />
				</Fact>
			)}
			{review.reason === null ? null : (
				<Fact name="Reason">
					<bdi dir="auto">{review.reason}</bdi>
				</Fact>
			)}
		</Facts>
	);
}
