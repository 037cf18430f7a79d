import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, parse, posix } from "node:path";
import sharp from "sharp";
import { ROOT } from "./pages.ts";

/** A picture of the documents: attributes of its `img` element, and where it comes from and goes to. */
interface Picture {
	readonly src: string;
	readonly width: string;
	readonly height: string;
	readonly loading: "lazy";
	/** In the repository. */
	readonly file: string;
	/** Below the folder of the site, with a hash of the content in its name. */
	readonly path: string;
}

/**
 * Measures the pictures of a folder.
 * @returns what looks one up as a document names it, and throws where there is none
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
