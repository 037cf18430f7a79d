import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, parse, posix } from "node:path";
import sharp from "sharp";
import { ROOT } from "./pages.ts";

/** A picture in the documents: attributes of its `img` element, and its source and target files. */
interface Picture {
	readonly src: string;
	readonly width: string;
	readonly height: string;
	readonly loading: "lazy";
	/** Path in the repository. */
	readonly file: string;
	/** Path below the folder of the site, with a content hash in its name. */
	readonly path: string;
}

/**
 * Measures the pictures of a folder.
 * @returns a function that looks a picture up as a document refers to it, and throws if there is none
 */
export async function picturesOf(folder: string): Promise<(from: string, src: string) => Picture> {
	const names = existsSync(join(ROOT, folder)) ? readdirSync(join(ROOT, folder)) : [];
	const pictures = new Map<string, Picture>(
		await Promise.all(
			names.map(async (name) => [`${folder}/${name}`, await pictureIn(folder, name)] as const),
		),
	);
	return (from, src) => {
		const picture = pictures.get(posix.join(posix.dirname(from), src));
		if (!picture) throw new Error(`${from}: there is no picture ${src} in ${folder}`);
		return picture;
	};
}

async function pictureIn(folder: string, base: string): Promise<Picture> {
	const file = `${folder}/${base}`;
	const bytes = readFileSync(join(ROOT, file));
	const { name, ext } = parse(base);
	const path = `assets/${name}-${createHash("sha256").update(bytes).digest("base64url").slice(0, 8)}${ext}`;
	const { width, height } = await sharp(bytes).metadata();
	return { src: `/docs/${path}`, width: `${width}`, height: `${height}`, loading: "lazy", file, path };
}
