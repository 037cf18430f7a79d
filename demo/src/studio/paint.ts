import sharp from "sharp";

/** What a surface is printed with. SVG content is laid out in the surface's own units. */
export type Paint =
	| { kind: "colour"; rgb: Rgb }
	| { kind: "svg"; content: string; width: number; height: number; dieCut?: boolean }
	| { kind: "pixels"; texture: Texture };

export type Rgb = readonly [red: number, green: number, blue: number];

/** Packed pixels row by row from the top: red in the lowest byte, then green, blue, opacity. */
export type Texture = { data: Uint32Array; width: number; height: number; dieCut: boolean };

export function colour(hex: string): Paint {
	return { kind: "colour", rgb: rgbOf(hex) };
}

export function rgbOf(hex: string): Rgb {
	const value = Number.parseInt(hex.slice(1), 16);
	return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** A paint computed point by point; `at` takes u and v in 0 to 1 and returns 0 to 255 each. */
export function pixels(width: number, height: number, at: (u: number, v: number) => Rgb): Paint {
	const data = new Uint32Array(width * height);
	for (let i = 0; i < data.length; i++)
		data[i] = packed(at(((i % width) + 0.5) / width, (Math.floor(i / width) + 0.5) / height));
	return { kind: "pixels", texture: { data, width, height, dieCut: false } };
}

/** Turns a paint into pixels fine enough for `pxPerUnit` pixels per unit of the surface. */
export async function rasterise(paint: Paint, pxPerUnit: number): Promise<Texture> {
	if (paint.kind === "pixels") return paint.texture;
	if (paint.kind === "colour")
		return { data: new Uint32Array([packed(paint.rgb)]), width: 1, height: 1, dieCut: false };
	const width = Math.max(2, Math.round(paint.width * pxPerUnit));
	const height = Math.max(2, Math.round(paint.height * pxPerUnit));
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${paint.width} ${paint.height}" preserveAspectRatio="none">${paint.content}</svg>`;
	const bytes = await sharp(Buffer.from(svg), { unlimited: true }).ensureAlpha().raw().toBuffer();
	return {
		data: new Uint32Array(new Uint8Array(bytes).buffer),
		width,
		height,
		dieCut: paint.dieCut ?? false,
	};
}

function packed([red, green, blue]: Rgb): number {
	return byte(red) | (byte(green) << 8) | (byte(blue) << 16) | 0xff000000;
}

function byte(value: number): number {
	return Math.max(0, Math.min(255, Math.round(value)));
}
