import { useState } from "react";
import { portalUrl } from "../api/request-line.ts";
import classes from "./Thumbnail.module.css";

interface ThumbnailProps {
	/** The version of the picture; null where there is none. */
	readonly version: string | null;
	/** The product's name, for whoever does not see the picture. */
	readonly name: string;
	/** Pixels of each side on the page; the file has 320. */
	readonly sizePx?: number;
}

/** A small picture of a product. Where there is none, or it cannot be loaded, its place stays empty. */
export function Thumbnail({ version, name, sizePx = 64 }: ThumbnailProps) {
	const [failed, setFailed] = useState(false);
	const side = { width: sizePx, height: sizePx };
	if (version === null || failed) return <svg aria-hidden="true" className={classes.none} {...side} />;
	return (
		<img
			{...side}
			alt={name}
			className={classes.picture}
			decoding="async"
			loading="lazy"
			onError={() => setFailed(true)}
			src={portalUrl("/thumbnails/{thumbnail}", { thumbnail: `${version}.webp` }, {})}
		/>
	);
}
