import { demoProducts } from "@packshot/demo/catalogue";
import { onWhite } from "@packshot/demo/studio/develop";
import { photograph } from "@packshot/demo/studio/photograph";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readBarcodes } from "./index.ts";

const product = demoProducts().find(({ variants }) => variants.includes("back"));

async function side(facing: "front" | "back") {
	return onWhite(await photograph(await (product ?? expect.fail()).scene(facing), 1000));
}

test("the barcode of a back is read upright, turned and askew; a front has none", async () => {
	const back = await side("back");
	const found = [{ digits: product?.record.barcode }];
	const copies = [0, 180, 270, 20].map((turn) => sharp(back).rotate(turn, { background: "#fff" }));
	for (const copy of copies) expect(await readBarcodes(await copy.jpeg().toBuffer())).toEqual(found);
	expect(await readBarcodes(await side("front"))).toEqual([]);
});

test("a picture that its camera turned is read as it was held", async () => {
	const turned = await sharp(await side("back"))
		.rotate(90)
		.withMetadata({ orientation: 8 })
		.jpeg()
		.toBuffer();
	expect(await readBarcodes(turned)).toEqual([{ digits: product?.record.barcode }]);
});
