import sharp from "sharp";

/** What other image servers do for every request: decode, draw a watermark, encode. */
export async function drawPerRequest(base: Uint8Array): Promise<() => Promise<Buffer>> {
	const { format, width = 1 } = await sharp(base).metadata();
	const input = await sharp({
		create: {
			width: width >> 2,
			height: width >> 4,
			channels: 4,
			background: { r: 255, g: 255, b: 255, alpha: 0.4 },
		},
	})
		.png()
		.toBuffer();
	return () => {
		const drawn = sharp(base).composite([{ input, left: 20, top: 20 }]);
		return (format === "jpeg" ? drawn.jpeg({ quality: 88 }) : drawn.png()).toBuffer();
	};
}
