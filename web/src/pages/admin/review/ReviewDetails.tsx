import { Alert, Title } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Review } from "../../../api/routes.ts";
import { fieldName, fieldText } from "../../../format/metadata-words.ts";
import { productWord } from "../../../format/products.ts";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { type Column, DataTable } from "../../../parts/Listing.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { ProductName } from "../../../parts/ProductName.tsx";
import { FROM_LABEL } from "./label-answers.ts";
import { PicturePair } from "./PicturePair.tsx";
import { proposedName } from "./QueueItem.tsx";
import classes from "./Review.module.css";
import { ReviewBadges } from "./ReviewBadges.tsx";

interface ReviewDetailsProps {
	readonly review: Review;
	readonly onZoom: () => void;
	/** Instead of the fields, where they were read from a label. */
	readonly label: ReactNode;
	/** The possible decisions. */
	readonly children: ReactNode;
}

/** One proposal: its proposer, pictures and fields, beside the current data of the catalogue. */
export function ReviewDetails({ review, onZoom, label, children }: ReviewDetailsProps) {
	const name = review.name ?? proposedName(review);
	return (
		<article aria-labelledby="review-name" className={classes.details}>
			<header className={classes.detailsHead}>
				<div>
					<Title id="review-name" order={2}>
						<ProductName>{name ?? review.barcode}</ProductName>
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
				<Alert color="marigold" icon={<IconHistory />} title="Changed since it was suggested">
					It is compared with the catalogue as it is today; the values at the time are shown alongside.
				</Alert>
			) : null}
			<Who review={review} />
			{review.pictures.map((picture) => (
				<PicturePair barcode={review.barcode} key={picture.picture_id} onZoom={onZoom} picture={picture} />
			))}
			{label}
			{review.changes.length > 0 && !label ? (
				<FieldChanges changes={review.changes} state={review.state} />
			) : null}
		</article>
	);
}

function Who({ review }: { readonly review: Review }) {
	const isRead = review.ownership === FROM_LABEL;
	return (
		<Facts isBoxed layout="pairs">
			<Fact name={isRead ? "Reading begun by" : "Suggested by"}>
				<bdi>{review.account_email}</bdi>
				{isRead ? null : (
					<>
						{" for "}
						<bdi>{review.ownership}</bdi>
					</>
				)}
			</Fact>
			<Fact name="When">
				<Moment at={review.proposed_at} />
			</Fact>
			{review.comment === null || isRead ? null : (
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

type Change = Review["changes"][number];

interface FieldChangesProps {
	readonly changes: readonly Change[];
	readonly state: Review["state"];
}

/** The proposed fields, each beside its current value. */
function FieldChanges({ changes, state }: FieldChangesProps) {
	return (
		<section aria-label="Facts" className={classes.facts}>
			<h3>Facts</h3>
			<DataTable
				columns={columnsFor(state === "waiting" && changes.some(({ is_stale }) => is_stale))}
				name="Facts"
				rowKey={({ key }) => key}
				rows={changes}
			/>
		</section>
	);
}

function columnsFor(hasStale: boolean): readonly Column<Change>[] {
	return [
		{ name: "Field", isTitle: true, cell: ({ key }) => <FieldOf name={key} /> },
		...(hasStale
			? [
					{
						name: "When suggested",
						cell: (change: Change) =>
							change.is_stale ? (
								<Value value={change.seen} />
							) : (
								<span className={classes.quiet}>As today</span>
							),
					},
				]
			: []),
		{ name: "Today", cell: ({ today }) => <Value value={today} /> },
		{
			name: "Suggested",
			cell: ({ today, proposed }) =>
				JSON.stringify(today) === JSON.stringify(proposed) ? (
					<span className={classes.quiet}>The same</span>
				) : (
					<ins className={classes.proposed}>
						<Value value={proposed} />
					</ins>
				),
		},
	];
}

function FieldOf({ name }: { readonly name: string }) {
	const [scope = ""] = name.split(".");
	return (
		<>
			{fieldName(name)}
			{name === scope ? null : <span className={classes.scope}>{productWord(scope)}</span>}
		</>
	);
}

function Value({ value }: { readonly value: unknown }) {
	const text = fieldText(value);
	if (text === null) return <span className={classes.quiet}>Nothing</span>;
	return (
		<bdi className={classes.value} dir="auto">
			{text}
		</bdi>
	);
}
