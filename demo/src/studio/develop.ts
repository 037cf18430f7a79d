import sharp from "sharp";
import { valueAt } from "./coarse-map.ts";
import type { Photograph } from "./photograph.ts";

/** JPEG on white paper, with the shadow that the object casts on it. */
export async function onWhite({ rgba, sizePx, shadow }: Photograph): Promise<Uint8Array> {
	const darkness = await shadow();
	const rgb = new Uint8Array(sizePx * sizePx * 3).fill(255);
	for (let i = 0; i < sizePx * sizePx; i++) {
		const alpha = rgba[i * 4 + 3] as number;
		const ground = alpha === 255 ? 0 : (1 - valueAt(darkness, i % sizePx, (i / sizePx) | 0)) * (255 - alpha);
		if (ground === 255) continue;
		for (let channel = 0; channel < 3; channel++)
			rgb[i * 3 + channel] = ((rgba[i * 4 + channel] as number) * alpha) / 255 + ground + 0.5;
	}
	return sharp(rgb, { raw: { width: sizePx, height: sizePx, channels: 3 } })
		.jpeg({ quality: 88, chromaSubsampling: "4:4:4" })
		.toBuffer();
}

/** PNG of the object alone. */
export function cutOutOnTransparent({ rgba, sizePx }: Photograph): Promise<Uint8Array> {
	return sharp(rgba, { raw: { width: sizePx, height: sizePx, channels: 4 } })
		.png({ compressionLevel: 3 })
		.toBuffer();
}
