import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../../test/support/engines.ts";
import { followerWork, stoppedFollowers } from "./follower.ts";

describe.each(engines)("$name", ({ open }) => {
	let engine: OpenedEngine;
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine.close());

	test("one that fails stops alone until the next round, and is named until it goes on", async () => {
		let left = 3;
		let isBroken = true;
		const failing = {
			name: "broken",
			async step() {
				if (isBroken) throw new Error("no such product");
				return false;
			},
		};
		const other = { name: "other", step: async () => left-- > 0 };
		const { step } = followerWork(engine.db, [failing, other]);
		const round = async () => {
			while (await step());
		};
		await expect(round()).rejects.toThrow("no such product");
		expect(left).toBe(-1);
		expect(await stoppedFollowers(engine.db)).toEqual({
			faults: ["broken has stopped: Error: no such product"],
		});
		isBroken = false;
		await round();
		expect(await stoppedFollowers(engine.db)).toEqual({ faults: [] });
	});
});
