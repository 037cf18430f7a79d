import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openFolder, writePicture } from "./folder.ts";
import { creditsOf, holdingsOf, isFetched } from "./holdings.ts";
import {
	closeOrder,
	type FolderOrder,
	isPending,
	placedIn,
	planOrder,
	readOrders,
	storeMade,
	storeProducts,
} from "./order-files.ts";
import { PullStopped } from "./stopped.ts";

let path: string;
const open = async () => {
	const folder = await openFolder(path, "id");
	onTestFinished(() => folder.files.close());
	return folder;
};
beforeEach(() => {
	path = mkdtempSync(join(tmpdir(), "packshot-state-"));
	return () => rmSync(path, { recursive: true, force: true });
});

const stemOf = (number: number) => `order-${String(number).padStart(4, "0")}`;
const request = { label: "test", items: [{ barcode: "4011" }], size: "full", max_credits: 1 };
const made = {
	order_id: "ord_1",
	created_at: "2027-05-15T12:30:30.000Z",
	expires_at: "2027-06-14T12:30:30.000Z",
	credits: 0.35,
	lines: [
		{
			barcode: "4011",
			found: true,
			scopes: ["info" as const],
			variants: ["front" as const],
			credits: 0.35,
			alerts: [],
		},
	],
};

describe("the orders of a folder", () => {
	test("match what was stored, for any sequence of events with the folder reopened each time", async () => {
		const event = fc.constantFrom("plan", "made", "closed", "products");
		const products = [{ barcode: "4011", pictures: [] }];
		await fc.assert(
			fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
				rmSync(path, { recursive: true, force: true });
				mkdirSync(path);
				const expected: FolderOrder[] = [];
				for (const what of events) {
					const folder = await openFolder(path, "id");
					const number = expected.length;
					if (what === "plan") {
						expected.push(await planOrder(folder, number + 1, request));
					} else if (number > 0) {
						if (what === "made") await storeMade(folder, stemOf(number), made);
						if (what === "closed") await closeOrder(folder, stemOf(number), "expired");
						if (what === "products") await storeProducts(folder, stemOf(number), products);
						const stored = { made, closed: "expired", products }[what];
						expected.push({ ...(expected.pop() as FolderOrder), [what]: stored });
					}
					await folder.files.close();
				}
				const orders = await readOrders(await openFolder(path, "id"));
				expect(placedIn(orders)).toBe(expected.length);
				expect(orders).toEqual(expected);
			}),
			{ numRuns: 30 },
		);
	});

	test("have exactly one plan per number, the first to be written", async () => {
		const folders = await Promise.all([open(), open(), open()]);
		const plans = await Promise.allSettled(folders.map((folder) => planOrder(folder, 1, request)));
		expect(plans.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
		for (const plan of plans) if (plan.status === "rejected") expect(plan.reason).toBeInstanceOf(PullStopped);
		const won = plans.find((plan) => plan.status === "fulfilled");
		await expect(planOrder(await open(), 1, request)).rejects.toThrow(PullStopped);
		expect(await readOrders(await open())).toEqual([won?.value]);
	});

	test("add up actual and maximum costs, with nothing for a refused order", async () => {
		const folder = await open();
		for (const number of [1, 2, 3]) await planOrder(folder, number, request);
		await storeMade(folder, "order-0001", made);
		await closeOrder(folder, "order-0002", "insufficient_credits");
		const orders = await readOrders(folder);
		expect(orders.map(isPending)).toEqual([false, false, true]);
		expect(creditsOf(orders)).toEqual([0.35, 1]);
	});

	test("hold what they bought, or, once expired, only what is in the folder", async () => {
		const folder = await open();
		await planOrder(folder, 1, request);
		await storeMade(folder, "order-0001", made);
		const held = async () => (await holdingsOf(folder, await readOrders(folder))).get("4011");
		const all = { scopes: new Set(["info"]), variants: new Set(["front"]) };
		expect(await held()).toEqual(all);
		await closeOrder(folder, "order-0001", "expired");
		expect(await held()).toEqual({ scopes: new Set(), variants: new Set() });
		await storeProducts(folder, "order-0001", [{ barcode: "4011", pictures: ["front"] }]);
		expect(await held()).toEqual({ scopes: new Set(["info"]), variants: new Set() });
		const fetched = async () =>
			Promise.all((await readOrders(folder)).map((order) => isFetched(folder, order)));
		expect(await fetched()).toEqual([false]);
		await writePicture(folder, "4011", "front", { bytes: new Uint8Array(), version: undefined });
		expect([await held(), await fetched()]).toEqual([all, [true]]);
	});

	test("ignore parts left by a killed run, which are deleted after a day", async () => {
		const state = join(path, ".packshot-pull");
		for (const name of ["part-old", "part-young"]) {
			mkdirSync(join(state, name), { recursive: true });
			writeFileSync(join(state, name, "0-order-0001.plan.json"), "{");
		}
		utimesSync(join(state, "part-old"), 0, Date.now() / 1000 - 100_000);
		const folder = await open();
		expect(await readOrders(folder)).toEqual([]);
		expect(readdirSync(state)).toContain("part-young");
		expect(readdirSync(state)).not.toContain("part-old");
	});
});
