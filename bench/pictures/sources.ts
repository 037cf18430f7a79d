import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoProducts } from "@packshot/demo/catalogue";
import { cutOutOnTransparent, onWhite } from "@packshot/demo/studio/develop";
import { photograph } from "@packshot/demo/studio/photograph";

/** JPEG on white, and the cut-out. */
export type PictureKind = "front" | "front_clean";

/** A picture as a photographer would deliver it. */
export interface SourceFile {
	readonly kind: PictureKind;
	readonly barcode: string;
	readonly bytes: Uint8Array;
}

const sidePx = 1600;

/** One package of the demo at 1,600 px, whose files are about as large as studio photos: some 250 KB and 1.5 MB. */
export async function speedSources(): Promise<SourceFile[]> {
	const [product] = demoProducts();
	if (!product) throw new Error("the demo catalogue is empty");
	const photo = await photograph(await product.scene("front"), sidePx);
	const { barcode } = product.record;
	return [
		{ kind: "front", barcode, bytes: await onWhite(photo) },
		{ kind: "front_clean", barcode, bytes: await cutOutOnTransparent(photo) },
	];
}

/** Writes a picture under many barcodes into `incoming` and its kind, for an import. @returns the barcodes */
export function writePictures(folder: string, { kind, bytes }: SourceFile, count: number): string[] {
	const incoming = join(folder, "incoming", kind);
	mkdirSync(incoming, { recursive: true });
	const extension = kind === "front" ? "jpg" : "png";
	const barcodes = Array.from({ length: count }, (_, i) => `29900009${String(i).padStart(5, "0")}`);
	for (const barcode of barcodes) writeFileSync(join(incoming, `${barcode}_${kind}.${extension}`), bytes);
	return barcodes;
}
