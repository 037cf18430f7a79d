import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DemoProduct } from "@packshot/demo/catalogue";
import { cutOutOnTransparent, onWhite } from "@packshot/demo/studio/develop";
import { photograph } from "@packshot/demo/studio/photograph";
import { runPackshot } from "../processes.ts";

/** Imports the fronts of products, on white and cut out. @returns their barcodes */
export async function importPackshots(
	folder: string,
	products: readonly DemoProduct[],
	sidePx: number,
	settings: Record<string, string> = {},
): Promise<string[]> {
	const incoming = join(folder, "incoming");
	mkdirSync(incoming);
	for (const { record, scene } of products) {
		const photo = await photograph(await scene("front"), sidePx);
		writeFileSync(join(incoming, `${record.barcode}_front.jpg`), await onWhite(photo));
		writeFileSync(join(incoming, `${record.barcode}_front_clean.png`), await cutOutOnTransparent(photo));
	}
	runPackshot(folder, ["import", incoming], settings);
	return products.map(({ record }) => record.barcode);
}
