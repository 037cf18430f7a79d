import { expect, test } from "vitest";
import { scanBomb } from "../preparation/scan-bomb.testing.ts";
import { decodePicture } from "./picture.ts";

const START_OF_PROGRESSIVE_FRAME = Buffer.of(0xff, 0xc2);

test("decodePicture rejects a JPEG with over 100 scans before decoding it", async () => {
	const bomb = await scanBomb(64, 100);
	// Decoding would fail at once: no side of a picture may be so long.
	bomb.fill(0xff, bomb.indexOf(START_OF_PROGRESSIVE_FRAME) + 5, bomb.indexOf(START_OF_PROGRESSIVE_FRAME) + 9);
	await expect(decodePicture(bomb)).rejects.toThrow("over 100 scans");
});

test("decodePicture rejects an SVG without rendering it", async () => {
	const filters = '<feMorphology operator="dilate" radius="200"/>'.repeat(20);
	const drawing = `<!-- a leak -->
		<svg xmlns="http://www.w3.org/2000/svg" width="3000" height="3000">
			<filter id="slow">${filters}</filter><rect width="3000" height="3000" filter="url(#slow)"/></svg>`;
	const startedAt = performance.now();
	await expect(decodePicture(Buffer.from(drawing))).rejects.toThrow("is a drawing (SVG)");
	expect(performance.now() - startedAt).toBeLessThan(5000);
});
