import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { titleOf } from "../../../src/orders/shop-files/shop-product.ts";
import { forEachConcurrently } from "../../../src/platform/for-each-concurrently.ts";
import { counted } from "../amounts.ts";
import { ifThere, type PullFolder, readJson } from "../folder.ts";
import type { Output } from "../output.ts";
import type { PulledProduct } from "../pulled-products.ts";
import { EXIT, PullStopped, unusable } from "../stopped.ts";
import { MOST_PICTURE_BYTES, sent, type Upload, type Uploader } from "./uploader.ts";

/** How pictures of a folder are published. */
export interface Publishing extends Pick<Output, "say" | "progress"> {
	readonly uploader: Uploader;
	readonly atOnce: number;
	/** Asks the person running the command. */
	readonly confirm: (question: string) => Promise<boolean>;
}

/** What of the folder is published where, by file name. */
interface Published {
	readonly where: string;
	readonly pictures: Record<string, { readonly sha256: string; readonly url: string }>;
}

/** So many pictures may have to be looked up again after the command was killed. */
const KEPT_EVERY = 20;

/**
 * Puts the folder's pictures where the shop fetches them. What is there already is not sent again, in later runs either.
 * @returns their addresses by file name. @throws PullStopped when nobody agrees that they become public, or nobody can fetch them
 */
export async function uploadPictures(
	{ path, state, files }: PullFolder,
	products: readonly PulledProduct[],
	{ uploader, atOnce, confirm, say, progress: shown }: Publishing,
): Promise<ReadonlyMap<string, string>> {
	const stateFile = join(state, "uploads.json");
	const published = await publishedIn(stateFile, uploader.where);
	const pictures: Omit<Upload, "bytes">[] = [];
	for (const product of products)
		for (const name of product.pictures) {
			const sha256 = createHash("sha256")
				.update(await readFile(join(path, name)))
				.digest("hex");
			if (published.pictures[name]?.sha256 !== sha256) pictures.push({ name, sha256, alt: titleOf(product) });
		}
	const addresses = () => new Map(Object.entries(published.pictures).map(([name, { url }]) => [name, url]));
	if (pictures.length === 0) return addresses();
	say(`${counted(pictures.length, "picture")} to upload to ${uploader.where}: anybody can see them there.`);
	if (!(await confirm("Publish them?")))
		throw new PullStopped(EXIT.declined, "nothing was uploaded; the pictures are in the folder");
	const progress = shown("Uploads", pictures.length);
	const keep = () => files.write(stateFile, `${JSON.stringify(published)}\n`);
	let [added, kept] = [0, 0];
	let isChecked = false;
	const upload = async (picture: Omit<Upload, "bytes">) => {
		const { name, sha256 } = picture;
		const bytes = await readFile(join(path, name));
		const { url, isNew } = await uploader.put({ ...picture, bytes });
		if (!isChecked) await requirePublic(url);
		isChecked = true;
		if (isNew) added++;
		published.pictures[name] = { sha256, url };
		progress.advance();
		if (++kept % KEPT_EVERY === 0) await keep();
	};
	try {
		// The first tells whether they can be fetched at all.
		const [first, ...others] = pictures;
		if (first) await upload(first);
		await forEachConcurrently(others, atOnce, upload);
	} finally {
		progress.end();
		await keep();
	}
	say(
		`${counted(added, "picture")} uploaded; ${counted(pictures.length - added, "picture")} were there already.`,
	);
	return addresses();
}

async function publishedIn(file: string, where: string): Promise<Published> {
	const before = await ifThere(readJson<Published>(file));
	return before?.where === where ? before : { where, pictures: {} };
}

async function requirePublic(url: string): Promise<void> {
	const { status, ok } = await sent(async () => new Request(url), {
		mostBytes: MOST_PICTURE_BYTES,
		secrets: [],
	});
	if (ok) return;
	throw unusable(
		`${url} answers ${status} to those who have no password, and so would your shop get no picture: let anybody read what is uploaded, or give the address at which it is served with --image-base-url.`,
	);
}
