import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { routeUrl } from "../../../api/call.ts";
import type { Review } from "../../../api/routes.ts";
import { VARIANT_NAMES } from "../../../format/product-words.ts";
import { FullSizePicture } from "../../../parts/FullSizePicture.tsx";
import { thumbnailUrl } from "../../../parts/Thumbnail.tsx";
import classes from "./Review.module.css";

interface PicturePairProps {
	readonly barcode: string;
	readonly picture: Review["pictures"][number];
	/** Absent where the pictures are already enlarged. */
	readonly onZoom?: () => void;
}

/** A proposed picture beside the current one in the catalogue: a preview of that one, and on demand a delivery in full size. */
export function PicturePair({ barcode, picture, onZoom }: PicturePairProps) {
	const [isFullOpen, setIsFullOpen] = useState(false);
	const name = VARIANT_NAMES[picture.variant];
	const { today } = picture;
	return (
		<section aria-label={name} className={classes.pair}>
			<h3>{name}</h3>
			<div className={classes.sides}>
				<Side
					alt={`${name} today`}
					caption={today ? `Today, ${today.width} × ${today.height}` : "Today: no picture"}
					onZoom={onZoom}
					src={today ? thumbnailUrl(today.image_id) : undefined}
				>
					{today ? (
						<Button onClick={() => setIsFullOpen(true)} size="compact-sm" variant="default">
							Full size
							<span className="unseen"> of {name} today</span>
						</Button>
					) : null}
				</Side>
				<Side
					alt={`${name} as suggested`}
					caption={`Suggested, ${picture.width} × ${picture.height}`}
					onZoom={onZoom}
					src={
						picture.is_stored
							? routeUrl("GET /admin/review-pictures/{picture_id}/{size}", {
									path: { picture_id: picture.picture_id, size: "preview" },
								})
							: undefined
					}
				/>
			</div>
			{picture.notes.length > 0 ? (
				<p className={classes.quiet}>Please check: {picture.notes.join(", ")}.</p>
			) : null}
			{picture.is_stale ? (
				<p className={classes.stale}>
					The picture in the catalogue has been replaced or removed since this was suggested.
				</p>
			) : null}
			{isFullOpen && today ? (
				<FullSizePicture
					barcode={barcode}
					name={name}
					onClose={() => setIsFullOpen(false)}
					picture={{ ...today, variant: picture.variant }}
					title={`${name} today`}
				/>
			) : null}
		</section>
	);
}

interface SideProps {
	readonly src: string | undefined;
	readonly alt: string;
	readonly caption: string;
	readonly onZoom: (() => void) | undefined;
	/** What else can be done with it. */
	readonly children?: ReactNode;
}

function Side({ src, alt, caption, onZoom, children }: SideProps) {
	const picture =
		src === undefined ? <span className={classes.nothing}>–</span> : <img alt={alt} src={src} />;
	return (
		<figure className={classes.side}>
			{onZoom && src !== undefined ? (
				<button
					aria-keyshortcuts="z"
					aria-label={`Enlarge: ${alt}`}
					className={classes.zoomed}
					onClick={onZoom}
					type="button"
				>
					{picture}
				</button>
			) : (
				<div className={classes.frame}>{picture}</div>
			)}
			<figcaption className={classes.caption}>
				<span className={classes.quiet}>{caption}</span>
				{children}
			</figcaption>
		</figure>
	);
}
