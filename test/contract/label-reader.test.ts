import { demoProducts } from "@packshot/demo/catalogue";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paragraph } from "../../demo/src/label/lines.ts";
import { nutritionPanel, PANEL_WIDTH } from "../../demo/src/label/nutrition-panel.ts";
import { performReading } from "../../src/labels/perform.ts";
import { claimReading } from "../../src/labels/requests.ts";
import { newPerson } from "../support/portal.ts";
import { newBarcode } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";

/** A label is read by the real recogniser, from packages alone. */

let packshot: TestService;
let administrator: Awaited<ReturnType<typeof newPerson>>;

beforeAll(async () => {
	packshot = await startService();
	administrator = await newPerson(packshot, { isAdministrator: true });
});
afterAll(() => packshot.close());

/** A back with a panel, ingredients and a weight, in the outlines that the demo prints. */
async function drawnBack(): Promise<Buffer> {
	const nutrition = demoProducts().find(({ record }) => record.barcode === PANEL_OF)?.record.nutrition;
	const panel = nutritionPanel(nutrition as Parameters<typeof nutritionPanel>[0]);
	const scale = 4;
	const room = { width: PANEL_WIDTH, height: 60, maxSize: 6 };
	const words = ["INGREDIENTS: Wheat flour, water, salt.", "CONTAINS: WHEAT.", "NET WT 8 OZ (227g)"];
	const lines = words.map(
		(text, line) => paragraph(text, 4, panel.height + 8 + line * 18, room, { fill: "#111" }).svg,
	);
	const height = panel.height + 70;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${(PANEL_WIDTH + 8) * scale}" height="${height * scale}" viewBox="-4 -4 ${PANEL_WIDTH + 8} ${height}"><rect x="-4" y="-4" width="100%" height="100%" fill="#fff"/>${panel.svg}${lines.join("")}</svg>`;
	return sharp(Buffer.from(svg)).flatten({ background: "#fff" }).jpeg({ quality: 92 }).toBuffer();
}
const PANEL_OF = demoProducts().find(({ record }) => record.nutrition)?.record.barcode ?? "";

test("a back is read in a process of its own: a panel, ingredients and a weight", {
	timeout: 180_000,
}, async () => {
	const { installation, clock } = packshot;
	const { db, blobs } = installation;
	const barcode = newBarcode();
	await packshot.product({ barcode, info: { brand: "Crumbleton" } });
	await packshot.picture(barcode, "back", { seed: 9 });
	const { original_blob: blob } = await db.read
		.selectFrom("image")
		.select("original_blob")
		.where("barcode", "=", barcode)
		.executeTakeFirstOrThrow();
	await blobs.put(blob, await drawnBack());
	await administrator.ask("POST /admin/labels", { body: {} });
	const task = await db.write(claimReading, { leaseId: "lease_of_the_test" });
	if (!task) throw new Error("there is nothing to claim");
	await performReading({ db, blobs, clock }, task);
	const { run, unread } = (await administrator.ask("GET /admin/labels")).body;
	expect([run.state, run.failure, unread]).toEqual(["done", null, 0]);
	const { rows } = await administrator
		.ask("GET /admin/review", { query: { state: "waiting", per_page: "200" } })
		.then(({ body }) => ({ rows: body.data }));
	const review = rows.find((each: { barcode: string }) => each.barcode === barcode);
	const proposed = Object.fromEntries(
		review.changes.map(({ key, proposed: read }: { key: string; proposed: unknown }) => [key, read]),
	);
	const printed = demoProducts().find(({ record }) => record.barcode === PANEL_OF)?.record.nutrition;
	expect(proposed["nutrition.calories"]).toBe(printed?.calories);
	expect(proposed["nutrition.sodium"]).toEqual(printed?.sodium);
	expect(proposed["ingredients.allergens"]).toEqual(["wheat"]);
	const label = (
		await administrator.ask("GET /admin/review/{proposal_id}/label", {
			path: { proposal_id: review.proposal_id },
		})
	).body;
	const [first] = label.values;
	const { format } = await sharp(Buffer.from(first.cutting, "base64")).metadata();
	expect(format).toBe("webp");
});
