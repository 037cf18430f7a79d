import { useState } from "react";
import { routeUrl } from "../api/call.ts";
import classes from "./Thumbnail.module.css";

interface ThumbnailProps {
	/** The version of the picture; null if there is none. */
	readonly version: string | null;
	/** The product's name, for those who cannot see the picture. */
	readonly name: string;
	/** Pixels of each side on the page; the file has 320. */
	readonly sizePx?: number;
}

/** A product's thumbnail. If there is none, or it cannot be loaded, an outline of a package is shown instead. */
export function Thumbnail({ version, name, sizePx = 64 }: ThumbnailProps) {
	const [failed, setFailed] = useState(false);
	const side = { width: sizePx, height: sizePx };
	if (version === null || failed)
		return (
			<svg aria-hidden="true" className={classes.none} viewBox="0 0 64 64" {...side}>
				<path d="M18 25l14-7 14 7v15l-14 7-14-7z M18 25l14 7 14-7 M32 32v15" />
			</svg>
		);
	return (
		<img
			{...side}
			alt={name}
			className={classes.picture}
			decoding="async"
			loading="lazy"
			onError={() => setFailed(true)}
			src={thumbnailUrl(version)}
		/>
	);
}

export function thumbnailUrl(version: string): string {
	return routeUrl("GET /thumbnails/{thumbnail}", { path: { thumbnail: `${version}.webp` } });
}
