import { Anchor } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "react-router";
import type { ImportSummary } from "../../../api/routes.ts";
import { countInWords, formatCount } from "../../../format/credits.ts";
import { VARIANT_NAMES } from "../../../format/product-words.ts";
import { Surface } from "../../../parts/Page.tsx";
import { Thumbnail } from "../../../parts/Thumbnail.tsx";
import classes from "./ForeseenPictures.module.css";

type Pictures = ImportSummary["pictures"];

const SIDE_PX = 96;

/** The first pictures that an import would add or replace, beside those that they would replace. */
export function ForeseenPictures({ pictures: { count, examples } }: { readonly pictures: Pictures }) {
	if (count === 0) return null;
	const more = count > examples.length ? ` The first ${countInWords(examples.length, "picture")}:` : "";
	return (
		<Surface
			description={`Pictures that would be added, or would replace the one on the left.${more}`}
			title={`Pictures (${formatCount(count)})`}
		>
			<ul className={classes.pictures}>
				{examples.map((picture) => (
					<li key={`${picture.source} ${picture.barcode} ${picture.variant}`}>
						<Foreseen picture={picture} />
					</li>
				))}
			</ul>
		</Surface>
	);
}

function Foreseen({ picture }: { readonly picture: Pictures["examples"][number] }) {
	const { barcode, variant, replaces, thumbnail, source } = picture;
	return (
		<figure className={classes.picture}>
			<div className={classes.views}>
				{replaces === null ? null : (
					<>
						<Thumbnail name="Now" sizePx={SIDE_PX} version={replaces} />
						<IconArrowRight aria-label="is replaced by" size={18} />
					</>
				)}
				<img alt={source} height={SIDE_PX} src={thumbnail} width={SIDE_PX} />
			</div>
			<figcaption>
				{replaces === null ? (
					barcode
				) : (
					<Anchor component={Link} to={`/admin/catalogue/${barcode}`}>
						{barcode}
					</Anchor>
				)}
				<span>{VARIANT_NAMES[variant]}</span>
				<bdi className={classes.source}>{source}</bdi>
			</figcaption>
		</figure>
	);
}
