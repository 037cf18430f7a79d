import { countInWords, formatCount } from "../format/credits.ts";
import { Thumbnail } from "../parts/Thumbnail.tsx";
import classes from "./Delivered.module.css";

interface DeliveredProps {
	/** How many pictures there are, and how many of them are delivered with the visible mark. */
	readonly pictures: number;
	readonly drawn: number;
	/** One of them, as an example. */
	readonly thumbnail: string | null;
}

/** What pictures look like when they are delivered, before they are paid for. Nothing if there are none. */
export function Delivered({ pictures, drawn, thumbnail }: DeliveredProps) {
	if (pictures === 0) return null;
	return (
		<figure className={classes.delivered}>
			{thumbnail === null ? null : (
				<span className={classes.picture}>
					<Thumbnail name="" sizePx={88} version={thumbnail} />
				</span>
			)}
			<figcaption>
				<strong>{headOf(pictures, drawn)}</strong> {restOf(pictures, drawn)}
			</figcaption>
		</figure>
	);
}

function headOf(pictures: number, drawn: number): string {
	if (drawn === 0) return "Delivered without a visible mark.";
	if (drawn === pictures) return "Delivered like this, with a visible mark.";
	return `${formatCount(drawn)} of ${countInWords(pictures, "picture")} delivered with a visible mark.`;
}

function restOf(pictures: number, drawn: number): string {
	if (drawn === 0) return "Only previews have it. Marks that nobody sees trace each file to you.";
	const others = drawn === pictures ? "" : "The others have none. ";
	return `${others}Google Merchant Center and many marketplaces refuse it; the operator can switch it off for you.`;
}
