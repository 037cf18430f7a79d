import { Checkbox } from "@mantine/core";
import { IconPhotoOff } from "@tabler/icons-react";
import { routeUrl } from "../../../api/call.ts";
import type { Review } from "../../../api/routes.ts";
import { Ago } from "../../../parts/Moment.tsx";
import { ProductName } from "../../../parts/ProductName.tsx";
import { thumbnailUrl } from "../../../parts/Thumbnail.tsx";
import classes from "./Review.module.css";
import { ReviewBadges } from "./ReviewBadges.tsx";

interface QueueItemProps {
	readonly review: Review;
	readonly isShown: boolean;
	readonly isSelected: boolean;
	readonly onShow: () => void;
	readonly onSelect: () => void;
}

/** A proposal of the queue in two lines. */
export function QueueItem({ review, isShown, isSelected, onShow, onSelect }: QueueItemProps) {
	const thumbnail = thumbnailOf(review);
	const name = review.name ?? proposedName(review) ?? review.barcode;
	return (
		<li className={classes.item} data-shown={isShown}>
			{review.state === "waiting" ? (
				<Checkbox aria-label={`Select ${name}`} checked={isSelected} onChange={onSelect} />
			) : null}
			<button
				aria-current={isShown}
				className={classes.open}
				data-id={review.proposal_id}
				onClick={onShow}
				onFocus={onShow}
				type="button"
			>
				{thumbnail ? (
					<img alt="" decoding="async" height={48} loading="lazy" src={thumbnail} width={48} />
				) : (
					<span aria-hidden="true" className={classes.noPicture}>
						<IconPhotoOff size={20} stroke={1.5} />
					</span>
				)}
				<span className={classes.what}>
					<span className={classes.name}>
						<ProductName>{name}</ProductName>
					</span>
					<span className={classes.quiet}>
						<bdi>{review.ownership}</bdi>, <Ago at={review.proposed_at} />
					</span>
					<ReviewBadges review={review} />
				</span>
			</button>
		</li>
	);
}

/** A picture that was proposed, or the one by which the catalogue knows the product. */
function thumbnailOf({ pictures, thumbnail }: Review): string | undefined {
	const proposed = pictures.find(({ is_stored }) => is_stored);
	if (proposed)
		return routeUrl("GET /admin/review-pictures/{picture_id}/{size}", {
			path: { picture_id: proposed.picture_id, size: "thumbnail" },
		});
	return thumbnail === null ? undefined : thumbnailUrl(thumbnail);
}

/** The proposed name of a product that does not exist yet. */
export function proposedName({ changes }: Review): string | null {
	const proposed = changes.find(({ key }) => key === "info.product_name")?.proposed;
	return typeof proposed === "string" ? proposed : null;
}
