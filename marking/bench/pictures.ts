import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DemoProduct, demoProducts } from "@packshot/demo/catalogue";
import { cutOutOnTransparent, onWhite } from "@packshot/demo/studio/develop";
import { photograph } from "@packshot/demo/studio/photograph";
import sharp from "sharp";
import type { KnownImage } from "../src/attribution/known-image.ts";
import { type GlobalMark, globalMark } from "../src/marks/global-mark.ts";
import { preparePicture } from "../src/preparation/prepare-picture.ts";
import { decodePrepared } from "../src/preparation/prepared.ts";

/** What is photographed, in which size, and its source: a rendered product, or files of a folder. */
export interface Subject {
	readonly name: string;
	/** Side of the rendered pictures; 0 for photos, which are used as they are. */
	readonly sidePx: number;
	/** Absent for rendered products, which are looked up by name. */
	readonly files?: Readonly<Partial<Record<PictureKind, string>>>;
}

/** For the global codeword. */
const globalSeed = createHash("sha256").update("benchmark installation").digest();

/** JPEG on white, and the cut-out. */
export const pictureKinds = ["front", "front_clean"] as const;
export type PictureKind = (typeof pictureKinds)[number];
const backgrounds = { front: "white", front_clean: "transparent" } as const;

/** A picture as it is delivered, without a visible mark. */
export interface BenchPicture extends KnownImage {
	readonly format: "jpeg" | "png";
	readonly subject: Subject;
	readonly kind: PictureKind;
	readonly fingerprint: Uint8Array;
	/** The file it was prepared from. */
	readonly original: Uint8Array;
	readonly global: GlobalMark;
}

/** Coprime to the number of products, so that all of them are visited. */
const stride = 23;

/** The product at this position in an order that mixes packages and unpacked produce; undefined after the last. */
export function renderedSubject(place: number, sidePx: number): Subject | undefined {
	const products = demoProducts();
	if (place >= products.length) return undefined;
	return { name: (products[(place * stride) % products.length] as DemoProduct).record.barcode, sidePx };
}

/** Every picture of a folder that an import would accept: `…_clean.png` as cut-outs, the rest on white. */
export function photographedSubjects(folder: string): Subject[] {
	const subjects = new Map<string, Subject>();
	for (const file of readdirSync(folder).filter((name) => /\.(jpe?g|png)$/i.test(name))) {
		const name = file.replace(/(_clean)?\.\w+$/, "");
		const kind = /_clean\.png$/i.test(file) ? "front_clean" : "front";
		const files = { ...subjects.get(name)?.files, [kind]: join(folder, file) };
		subjects.set(name, { name, sidePx: 0, files });
	}
	return [...subjects.values()];
}

/** Renders or reads a subject's pictures and stores them, prepared, in `folder`. Rejected files are reported and skipped. */
export async function keepPictures(folder: string, subject: Subject): Promise<void> {
	const places = pictureKinds.map((kind) => placeOf(folder, subject, kind));
	if (places.every(({ done }) => existsSync(done))) return;
	mkdirSync(folder, { recursive: true });
	for (const [i, bytes] of (await sourcesOf(subject)).entries()) {
		const [kind, place] = [pictureKinds[i] as PictureKind, places[i] as ReturnType<typeof placeOf>];
		const prepared = bytes && (await preparePicture(bytes, backgrounds[kind]));
		if (prepared && "refused" in prepared)
			process.stderr.write(`${subject.name} ${kind}: ${prepared.refused}\n`);
		if (prepared && !("refused" in prepared)) {
			writeFileSync(place.original, bytes);
			writeFileSync(place.fingerprint, prepared.fingerprint);
			writeFileSync(place.unfinished, prepared.stored);
			renameSync(place.unfinished, place.picture);
		}
		writeFileSync(place.done, "");
	}
}

/** Longest side of cut-outs made from photos. */
const framedSidePx = 1600;

/** Makes a cut-out for a photo that has none: the photo in an oval on a transparent background. */
async function framedPhoto(photo: Uint8Array): Promise<Buffer> {
	const inside = {
		width: framedSidePx,
		height: framedSidePx,
		fit: "inside",
		withoutEnlargement: true,
	} as const;
	const { data, info } = await sharp(photo)
		.rotate()
		.resize(inside)
		.removeAlpha()
		.png()
		.toBuffer({ resolveWithObject: true });
	const { width, height } = info;
	const oval = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
		<rect x="4" y="4" width="${width - 8}" height="${height - 8}" rx="${width / 4}"/></svg>`;
	return sharp(data)
		.ensureAlpha()
		.composite([{ input: Buffer.from(oval), blend: "dest-in" }])
		.png()
		.toBuffer();
}

/** The pictures of a subject that `keepPictures` stored. */
export function keptPictures(folder: string, subject: Subject): BenchPicture[] {
	return pictureKinds.flatMap((kind) => {
		const place = placeOf(folder, subject, kind);
		if (!existsSync(place.picture)) return [];
		const { base, flips, format } = decodePrepared(readFileSync(place.picture));
		const imageId = `${subject.name}/${subject.sidePx}/${kind}`;
		const [original, fingerprint] = [readFileSync(place.original), readFileSync(place.fingerprint)];
		const global = globalMark(globalSeed, imageId, flips.cellCount);
		return [{ imageId, base, flips, format, subject, kind, fingerprint, original, global }];
	});
}

function placeOf(folder: string, { name, sidePx }: Subject, kind: PictureKind) {
	const stem = join(folder, `${name}-${sidePx}-${kind}`);
	return {
		picture: `${stem}.prepared`,
		original: `${stem}.original`,
		unfinished: `${stem}.unfinished`,
		fingerprint: `${stem}.fingerprint`,
		done: `${stem}.done`,
	};
}

/** The files as a photographer would deliver them, in the order of `pictureKinds`. */
async function sourcesOf({ name, sidePx, files }: Subject): Promise<(Uint8Array | undefined)[]> {
	if (files) {
		const { front, front_clean: clean } = files;
		const photo = front === undefined ? undefined : readFileSync(front);
		if (clean !== undefined) return [photo, readFileSync(clean)];
		return [photo, photo && (await framedPhoto(photo))];
	}
	const product = demoProducts().find(({ record }) => record.barcode === name);
	if (!product) throw new Error(`no product ${name}`);
	const photo = await photograph(await product.scene("front"), sidePx);
	return [await onWhite(photo), await cutOutOnTransparent(photo)];
}
