import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { demoProducts } from "../../src/demo/catalogue.ts";
import { renderPackshot } from "../../src/demo/render.ts";
import { preparePicture } from "../../src/images/preparation/prepare.ts";
import { decodePrepared } from "../../src/images/preparation/prepared.ts";
import { defaultWatermark } from "../../src/images/preparation/watermark.ts";
import type { TracedImage } from "../../src/images/tracing/trace.ts";

/** A picture as it is delivered, with the default watermark in it. */
export interface BenchPicture extends TracedImage {
	readonly format: "jpeg" | "png";
	/** What is pictured: the variants of one product look alike. */
	readonly subject: string;
	readonly fingerprint: Uint8Array;
}

/** Rendered packages, `count` of them as JPEG on white and as cut-out PNG. */
export async function* renderedPackages(count: number): AsyncGenerator<BenchPicture> {
	const products = demoProducts().filter(
		({ variants }) => variants.includes("front") && variants.includes("front_clean"),
	);
	const step = Math.max(1, products.length / count);
	for (let i = 0; i < Math.min(count, products.length); i++) {
		const product = products[Math.floor(i * step)];
		if (!product) return;
		for (const variant of ["front", "front_clean"] as const) {
			const picture = await prepare(await renderPackshot(product, variant), variant, product.record.barcode);
			if (picture) yield picture;
		}
	}
}

/** Every picture of a folder that an import would take: `…_clean.png` as cut-outs, the rest on white. */
export async function* photos(folder: string): AsyncGenerator<BenchPicture> {
	for (const name of readdirSync(folder).filter((file) => /\.(jpe?g|png)$/i.test(file))) {
		const variant = /_clean\.png$/i.test(name) ? "front_clean" : "front";
		const picture = await prepare(
			readFileSync(join(folder, name)),
			variant,
			name.replace(/(_clean)?\.\w+$/, ""),
		);
		if (picture) yield picture;
	}
}

async function prepare(
	bytes: Uint8Array,
	variant: "front" | "front_clean",
	subject: string,
): Promise<BenchPicture | undefined> {
	const prepared = await preparePicture(bytes, { variant, watermark: defaultWatermark });
	if ("refused" in prepared) {
		process.stderr.write(`${subject}: ${prepared.refused}\n`);
		return undefined;
	}
	const { base, flips, format } = decodePrepared(prepared.watermarked);
	return {
		imageId: `${subject}/${variant}`,
		base,
		flips,
		format,
		subject,
		fingerprint: prepared.fingerprint,
	};
}
