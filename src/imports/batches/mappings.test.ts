import { expect, onTestFinished, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { savedMappings, saveMapping } from "./mappings.ts";

test.each(engines)("of many mappings saved at once, 200 are kept on $name", async ({ open }) => {
	const engine = await open();
	const databases = [engine.db, engine.openAgain()] as const;
	onTestFinished(async () => {
		await databases[1].close();
		await engine.close();
	});
	const save = (place: number) =>
		databases[place % 2 === 0 ? 0 : 1].write(saveMapping, {
			name: `supplier ${place}`,
			mapping: { EAN: "barcode" },
			accountId: "acct_1",
			nowMs: place,
		});
	const saved = await Promise.all(Array.from({ length: 220 }, (_, place) => save(place)));
	expect(saved.filter((isSaved) => isSaved)).toHaveLength(200);
	expect(await savedMappings(engine.db.read)).toHaveLength(200);
	// Saving one again needs no room.
	expect(await save(saved.indexOf(true))).toBe(true);
});
