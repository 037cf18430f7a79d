import { demoProducts } from "@packshot/demo/catalogue";
import { renderPackshot } from "@packshot/demo/render";
import type { Variant } from "../catalogue/fields/scopes.ts";
import type { DemoPicture } from "../cli/load-demo.ts";
import { preparePicture } from "../pictures/preparation/prepare.ts";
import type { WatermarkSettings } from "../pictures/preparation/watermark-settings.ts";

/** Every demo picture was taken on this day. */
const SHOT_AT_MS = Date.UTC(2026, 2, 17);

interface RenderTask {
	readonly barcode: string;
	/** Of one side: the white and the cut-out picture come from one photograph. */
	readonly variants: readonly Variant[];
	readonly watermark: WatermarkSettings;
	readonly sizesPx: readonly number[];
	readonly nowMs: number;
}

/** Renders the pictures of one side of a demo product and prepares them for delivery. */
export default async function renderAndPrepare(task: RenderTask): Promise<DemoPicture[]> {
	const product = demoProducts().find((each) => each.record.barcode === task.barcode);
	if (!product) throw new Error(`the demo has no product ${task.barcode}`);
	const pictures: DemoPicture[] = [];
	for (const variant of task.variants) {
		const original = await renderPackshot(product, variant);
		const { watermark, sizesPx, nowMs } = task;
		const options = { variant, watermark, sizesPx, nowMs, fileDateMs: SHOT_AT_MS };
		const prepared = await preparePicture(original, options);
		if ("refused" in prepared) throw new Error(`${task.barcode} ${variant}: ${prepared.refused}`);
		pictures.push({ variant, original, prepared });
	}
	return pictures;
}
