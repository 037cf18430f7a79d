import sharp from "sharp";

/** Longer edge in pixels of a preview: detail is what such a preview does not have (SPEC D42). */
export const PREVIEW_PX = 320;
const COMPARED_PX = 900;

/** How much of the detail of one picture another one has, from 0 to 1: the correlation of what neither keeps at the size of a preview. */
export async function sharedDetail(one: Uint8Array, other: Uint8Array): Promise<number> {
	const [a, b] = [await detailOf(one), await detailOf(other)];
	let [products, squaresA, squaresB] = [0, 0, 0];
	for (let i = 0; i < a.length; i++) {
		products += a[i]! * b[i]!;
		squaresA += a[i]! ** 2;
		squaresB += b[i]! ** 2;
	}
	return squaresA === 0 || squaresB === 0 ? 0 : Math.abs(products) / Math.sqrt(squaresA * squaresB);
}

async function detailOf(picture: Uint8Array): Promise<Float64Array> {
	const full = await grey(picture);
	const small = await sharp(full, { raw: { width: COMPARED_PX, height: COMPARED_PX, channels: 1 } })
		.resize(PREVIEW_PX, PREVIEW_PX, { fit: "fill" })
		.png()
		.toBuffer();
	const coarse = await grey(small);
	return Float64Array.from(full, (value, i) => value - coarse[i]!);
}

function grey(picture: Uint8Array): Promise<Buffer> {
	return sharp(picture)
		.flatten({ background: "#fff" })
		.greyscale()
		.resize(COMPARED_PX, COMPARED_PX, { fit: "fill" })
		.extractChannel(0)
		.raw()
		.toBuffer();
}
