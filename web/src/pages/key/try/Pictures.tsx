import type { ReturnedImage } from "./image-urls.ts";
import classes from "./Pictures.module.css";
import { PictureTile } from "./PictureTile.tsx";

/** The pictures that a response links to, each shown on demand, because its URL works only once. */
export function Pictures({ images }: { readonly images: readonly ReturnedImage[] }) {
	return (
		<section aria-label="Pictures" className={classes.pictures}>
			<p className={classes.words}>
				Each URL works once, for 15 minutes, and only from this address. Showing a picture here uses up its
				URL, at no extra charge.
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
