import { describe, expect, test } from "vitest";
import { newCaseFile, remade } from "./case-file.fixture.ts";
import { recheckCase } from "./recheck.ts";

/** Case files of leaks that were read in more than one way: whoever checks them has to read them so too. */

describe("a case file", () => {
	test("records that its leak was fitted more closely too, without which its scores are others", async () => {
		const fitted = await newCaseFile({ isFitted: true, sidePx: 240 });
		const checked = await recheckCase(fitted);
		expect(checked.named).toMatchObject([{ score: checked.named[0]?.stated_score }]);
		const without = await remade(fitted, ({ facts }) => delete facts.leaks[0].is_fitted);
		await expect(recheckCase(without)).rejects.toThrow(
			/scores [\d.]+, not [\d.]+ as the file says|says that its leaks are "delivered", but they are not/,
		);
	});

	test("records that its leak was scored as a mixture, and whom each client was scored beside", async () => {
		const mixed = await newCaseFile({ isMixed: true, sidePx: 400 });
		const checked = await recheckCase(mixed);
		expect(checked.named).toHaveLength(5);
		for (const { score, stated_score } of checked.named) expect(score).toBe(stated_score);
		for (const forged of [
			remade(mixed, ({ facts }) => delete facts.leaks[0].is_mixed),
			remade(mixed, ({ facts }) => facts.named.at(-1).beside.pop()),
		])
			await expect(recheckCase(await forged)).rejects.toThrow(
				/scores [\d.]+, not [\d.]+ as the file says|says that its leaks are "delivered", but they are not/,
			);
	});
});
