import { expect, test } from "vitest";
import { scanBomb } from "../preparation/scan-bomb.testing.ts";
import { decodePicture } from "./picture.ts";

test("a leak that is made to keep the decoder busy is refused before it is decoded", async () => {
	const bomb = await scanBomb(2000, 20_000);
	await expect(decodePicture(bomb)).rejects.toThrow("over 100 scans");
});
