import type { ImportSummary } from "../../../api/imports.ts";
import { countInWords, formatCount } from "../../../format/credits.ts";
import { Figure, Figures } from "../../../parts/Figures.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import classes from "./Imports.module.css";

interface SummaryFiguresProps {
	readonly summary: ImportSummary;
	/** What was done, not what would be. */
	readonly isDone: boolean;
}

/** What an import changes, or changed. */
export function SummaryFigures({ summary, isDone }: SummaryFiguresProps) {
	const { products, images, refused, unmarkable, noted, ignored } = summary;
	const notes = [
		...(unmarkable > 0
			? [`${countInWords(unmarkable, "picture")} too small or flat for the invisible mark.`]
			: []),
		...(noted > 0 ? [`${countInWords(noted, "picture")} with a note of quality.`] : []),
		...(ignored > 0
			? [`${countInWords(ignored, "file")} that belong to no product, such as read-me files, left out.`]
			: []),
	];
	return (
		<Surface
			description={isDone ? undefined : "Nothing is changed yet."}
			flush
			title={isDone ? "What it changed" : "What it would change"}
		>
			<div className={classes.figures}>
				<Figures>
					<Figure amount={formatCount(products.created)} name="New products">
						{formatCount(products.updated)} changed, {formatCount(products.unchanged)} the same
					</Figure>
					<Figure amount={formatCount(images.created)} name="New pictures">
						{formatCount(images.updated)} replaced, {formatCount(images.unchanged)} the same
					</Figure>
					<Figure amount={formatCount(refused)} name="Refused">
						{refused === 0 ? "Everything fits" : "Left out; the rest is imported"}
					</Figure>
				</Figures>
				{notes.length > 0 ? <p className={classes.notes}>{notes.join(" ")}</p> : null}
			</div>
		</Surface>
	);
}
