import { barcodeBars } from "@packshot/demo/label/barcode-bars";
import sharp from "sharp";
import { withCheckDigit } from "../../demo/src/barcode.ts";

/** A picture of a card, as a camera names it. */
export interface CameraFile {
	readonly name: string;
	readonly content: Uint8Array;
}

/** What its pictures tell of who took them with what and where. */
export const TELLING = ["Somebody", "SERIAL-417", "PLACE-417"] as const;

/** What a file still tells of it. */
export function toldBy(file: Uint8Array): string[] {
	const text = Buffer.from(file).toString("latin1");
	return TELLING.filter((mark) => text.includes(mark));
}

/** As many barcodes of nobody's products. */
export function cardBarcodes(count: number): string[] {
	return Array.from({ length: count }, (_, at) => withCheckDigit(`2990000${10_000 + at}`));
}

/** Front and back of a plain product for each barcode, one product after the other; null: none that could be read. */
export async function drawnCard(barcodes: readonly (string | null)[]): Promise<CameraFile[]> {
	const files = barcodes.map(async (barcode, at) => {
		const front = `<circle cx="300" cy="300" r="200" fill="hsl(${30 * at} 60% 40%)"/>`;
		const bars = barcode === null ? "" : barcodeBars(barcode, 150, 200, 300, 160);
		const back = `<rect x="100" y="100" width="400" height="400" fill="#654"/>${bars}`;
		return [
			await shot(`IMG_${2 * at}.JPG`, front, 30 * at),
			await shot(`IMG_${2 * at + 1}.JPG`, back, 30 * at + 4),
		];
	});
	return (await Promise.all(files)).flat();
}

async function shot(name: string, drawn: string, atS: number): Promise<CameraFile> {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="#fff"/>${drawn}</svg>`;
	const at = new Date(Date.UTC(2027, 2, 1, 9, 0, atS)).toISOString();
	const taken = at.slice(0, 19).replaceAll("-", ":").replace("T", " ");
	const [artist, serial, place] = TELLING;
	const exif = {
		IFD0: { Artist: artist },
		IFD2: { DateTimeOriginal: taken, BodySerialNumber: serial },
		IFD3: { GPSLatitudeRef: "N", GPSLatitude: "31/1 46/1 0/1", GPSMapDatum: place },
	};
	return { name, content: await sharp(Buffer.from(svg)).withExif(exif).jpeg().toBuffer() };
}
