import type { ImportSummary } from "../../../api/shapes.ts";
import { countInWords, formatCount } from "../../../format/credits.ts";
import { Figure, Figures } from "../../../parts/Figures.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import classes from "./Imports.module.css";

interface SummaryFiguresProps {
	readonly summary: ImportSummary;
	/** Whether it reports what was done rather than a dry run. */
	readonly isDone: boolean;
}

/** The changes that an import would make, or has made. */
export function SummaryFigures({ summary, isDone }: SummaryFiguresProps) {
	const { products, images, refused, unmarkable, noted, ignored, tables, from } = summary;
	const notes = [
		...(from === "openfoodfacts" ? ["The file was read as an export of Open Food Facts."] : []),
		...(unmarkable > 0
			? [`${countInWords(unmarkable, "picture")} too small or too flat for the invisible mark.`]
			: []),
		...(noted > 0 ? [`${countInWords(noted, "picture")} with a quality note.`] : []),
		...(ignored > 0
			? [`${countInWords(ignored, "file")} left out that do not belong to a product, such as read-me files.`]
			: []),
	];
	return (
		<Surface
			description={isDone ? undefined : "Nothing has been changed yet."}
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
						{refused === 0 ? "Nothing left out" : "Left out; the rest is imported"}
					</Figure>
				</Figures>
				{tables.map(({ source, read_as }) => (
					<p className={classes.notes} key={source}>
						<bdi>{source}</bdi> was read as: <bdi>{read_as}</bdi>.
					</p>
				))}
				{notes.length > 0 ? <p className={classes.notes}>{notes.join(" ")}</p> : null}
			</div>
		</Surface>
	);
}
