import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type DemoProduct, packagedProducts } from "@packshot/demo/catalogue";
import sharp from "sharp";
import { photographOnWhite, seeded } from "./photographs.ts";

/** A picture of a drawn card, and what it truly shows. */
export interface CardFile {
	readonly name: string;
	readonly jpeg: Uint8Array;
	readonly barcode: string;
	readonly side: "front" | "back";
}

/** What somebody does who photographs many products: front, then back, then the next one. */
interface Shot {
	readonly product: DemoProduct;
	readonly side: "front" | "back";
	readonly pauseS: number;
	/** Out of focus, so that no bars can be read. */
	readonly isBlurred: boolean;
	readonly isTurned: boolean;
}

/**
 * A memory card as a camera writes it: drawn packs of the demo on white, named IMG_nnnn.JPG, with times, place and orientation. One back is missing, one front
 * was taken twice, one picture was taken with the camera turned, and a fifth of the backs is out of focus.
 */
export async function* memoryCard({
	products,
	sizePx,
	seed = 1,
}: {
	readonly products: number;
	readonly sizePx: number;
	readonly seed?: number;
}): AsyncGenerator<CardFile> {
	let atMs = Date.UTC(2027, 2, 1, 9);
	for (const [at, shot] of shotsOf(products, seeded(seed)).entries()) {
		atMs += shot.pauseS * 1000;
		const { product, side } = shot;
		const { jpeg } = await photographOnWhite(product, side, { sizePx, seed: seed + at });
		const name = `IMG_${String(401 + at).padStart(4, "0")}.JPG`;
		yield { name, side, barcode: product.record.barcode, jpeg: await asCameraWrites(jpeg, shot, atMs) };
	}
}

function shotsOf(count: number, random: () => number): Shot[] {
	const [noBack, twice, turned] = [Math.floor(count / 4), Math.floor(count / 2), Math.floor((3 * count) / 4)];
	const rounds = Math.ceil(count / packagedProducts().length);
	return Array.from({ length: rounds }, (_, round) => packagedProducts(round))
		.flat()
		.slice(0, count)
		.flatMap((product, at) => {
			const shot = (side: Shot["side"], pauseS: number): Shot => ({
				product,
				side,
				pauseS: Math.round(pauseS),
				isBlurred: side === "back" && at % 5 === 2,
				isTurned: side === "back" && at === turned,
			});
			const front = shot("front", 14 + 16 * random());
			const again = at === twice ? [shot("front", 3 + 2 * random())] : [];
			return [front, ...again, ...(at === noBack ? [] : [shot("back", 3 + 2 * random())])];
		});
}

async function asCameraWrites(
	jpeg: Uint8Array,
	{ isBlurred, isTurned }: Shot,
	atMs: number,
): Promise<Uint8Array> {
	const taken = new Date(atMs).toISOString().slice(0, 19).replaceAll("-", ":").replace("T", " ");
	let picture = sharp(jpeg);
	if (isBlurred) picture = picture.blur(6);
	// Turned to the left, so that the viewer has to turn it to the right.
	if (isTurned) picture = sharp(await picture.rotate(270).toBuffer());
	return picture
		.withExif({
			IFD0: { Make: "Demo", Model: "Camera" },
			IFD2: { DateTimeOriginal: taken, BodySerialNumber: "DEMO-0001" },
			IFD3: { GPSLatitudeRef: "N", GPSLatitude: "31/1 46/1 0/1" },
		})
		.withMetadata(isTurned ? { orientation: 6 } : {})
		.jpeg({ quality: 90 })
		.toBuffer();
}

/** Groups as they were reported: names of their pictures. */
export interface JudgedGroup {
	readonly barcode: string | null;
	readonly front: string | null;
	readonly back: string | null;
	readonly others: readonly string[];
	readonly doubts: readonly string[];
}

/** How groups compare with what was photographed: `wrong` are certain and show another product or side than they say. */
export function judgeGroups(groups: readonly JudgedGroup[], card: readonly Omit<CardFile, "jpeg">[]) {
	const truth = new Map(card.map((file) => [file.name, file]));
	const certain = groups.filter(({ doubts }) => doubts.length === 0);
	const isRight = ({ barcode, front, back, others }: JudgedGroup) => {
		const shown = [front, back, ...others].flatMap((name) => (name === null ? [] : (truth.get(name) ?? [])));
		const sides = [truth.get(front ?? "")?.side ?? "front", truth.get(back ?? "")?.side ?? "back"];
		return shown.every((file) => file.barcode === barcode) && sides.join() === "front,back";
	};
	const wrong = certain.filter((group) => !isRight(group));
	return { groups: groups.length, certain: certain.length, uncertain: groups.length - certain.length, wrong };
}

/** `tsx studio/bench/memory-card.ts FOLDER [PRODUCTS] [SIZE_PX]` draws a card for `packshot studio FOLDER` and the page; what it truly shows goes to FOLDER.json. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	const [folder = "card", products = "150", sizePx = "2000"] = process.argv.slice(2);
	mkdirSync(folder, { recursive: true });
	const shown: Omit<CardFile, "jpeg">[] = [];
	for await (const { jpeg, ...file } of memoryCard({ products: Number(products), sizePx: Number(sizePx) })) {
		writeFileSync(join(folder, file.name), jpeg);
		shown.push(file);
	}
	writeFileSync(`${folder}.json`, JSON.stringify(shown, null, "\t"));
	console.log(`${shown.length} pictures of ${products} products`);
}
