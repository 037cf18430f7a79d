import type { ReturnedImage } from "./image-urls.ts";
import classes from "./Pictures.module.css";
import { PictureTile } from "./PictureTile.tsx";

/** The pictures that an answer leads to, each shown on demand: its URL works once. */
export function Pictures({ images }: { readonly images: readonly ReturnedImage[] }) {
	return (
		<section aria-label="Pictures" className={classes.pictures}>
			<p className={classes.words}>
				Each URL works once, for 15 minutes, from this address only. Showing a picture here uses its URL up,
				at no further charge.
			</p>
			<ul className={classes.tiles}>
				{images.map((image) => (
					<li key={image.url}>
						<PictureTile image={image} />
					</li>
				))}
			</ul>
		</section>
	);
}
