import { afterAll, beforeAll, expect, test } from "vitest";
import { recordReading } from "../../src/labels/record-reading.ts";
import { newPerson } from "../support/portal.ts";
import { newBarcode } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";

/** Labels of backs are read in the background, and what the catalogue lacks is suggested to reviewers. */

let packshot: TestService;
type Person = Awaited<ReturnType<typeof newPerson>>;
let administrator: Person;
let stranger: Person;

beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	administrator = await newPerson(packshot, { isAdministrator: true });
	stranger = await newPerson(packshot);
});
afterAll(() => packshot.close());

const CUTTING = Buffer.from("a piece of a picture").toString("base64");
const piece = { x: 0.1, y: 0.2, width: 0.3, height: 0.04 };
const value = (key: string, given: unknown, certainty = 0.98) => ({
	key,
	value: given,
	certainty,
	piece,
	cutting: CUTTING,
});

/** A product with a back whose label says these values. */
async function readProduct(
	values: ReturnType<typeof value>[],
	{
		enterFrom = null,
		by = administrator,
		...info
	}: {
		readonly enterFrom?: number | null;
		readonly by?: Person;
		readonly country_of_origin?: string;
		readonly manufacturer?: string;
	} = {},
) {
	const barcode = newBarcode();
	await packshot.product({ barcode, info: { brand: "Harbor", ...info } });
	await packshot.picture(barcode, "back", { seed: 5 });
	const { db } = packshot.installation;
	const { image_id: imageId } = await db.read
		.selectFrom("image")
		.select("image_id")
		.where("barcode", "=", barcode)
		.executeTakeFirstOrThrow();
	const { account_id: accountId } = await db.read
		.selectFrom("account")
		.select("account_id")
		.where("email", "=", by.email)
		.executeTakeFirstOrThrow();
	const actor = { accountId, address: null, requestId: "labels", atMs: packshot.clock.now() };
	const proposalId = `prop_${barcode}`;
	const outcome = { values, kosher: ["KOSHER DAIRY"] };
	const order = { imageId, barcode, outcome, proposalId, actor, enterFrom };
	return { barcode, proposalId, order, outcome: await db.write(recordReading, order) };
}
const reviewOf = async (proposalId: string) => {
	const { body } = await administrator.ask("GET /admin/review", {
		query: { state: "waiting", per_page: "200" },
	});
	return body.data.find((each: { proposal_id: string }) => each.proposal_id === proposalId);
};
const approve = (proposal_id: string, body: object) =>
	administrator.ask("POST /admin/review/{proposal_id}/approve", { path: { proposal_id }, body });
const labelOf = (by: Person, proposal_id: string) =>
	by.ask("GET /admin/review/{proposal_id}/label", { path: { proposal_id } });

test("empty fields become a suggestion, filled ones are only compared, and nothing changes before a person's yes", async () => {
	const { barcode, proposalId, outcome } = await readProduct(
		[
			value("info.net_weight", "9 oz (255g)"),
			value("info.country_of_origin", "Italy"),
			value("info.manufacturer", "Stone Oven Co., Trenton, NJ 08608", 0.7),
		],
		{ country_of_origin: "Canada", manufacturer: "STONE OVEN CO, Trenton NJ 08608" },
	);
	expect(outcome).toEqual({ isSuggested: true, entered: 0 });
	const review = await reviewOf(proposalId);
	expect(review.changes.map(({ key }: { key: string }) => key)).toEqual(["info.net_weight"]);
	const { body } = await labelOf(administrator, proposalId);
	expect(body.kosher).toEqual(["KOSHER DAIRY"]);
	expect(
		body.values.map(({ key, agrees, is_certain }: Record<string, unknown>) => [key, agrees, is_certain]),
	).toEqual([
		["info.net_weight", null, true],
		["info.country_of_origin", false, true],
		["info.manufacturer", true, false],
	]);
	const client = await packshot.client();
	const served = () => packshot.call(`/products/${barcode}?include=info`, { client });
	expect((await served()).body.product_meta.net_weight).toBeNull();
	await approve(proposalId, { compared_with: review.compared_with });
	expect((await served()).body.product_meta).toMatchObject({
		net_weight: "9 oz (255g)",
		country_of_origin: "Canada",
	});
});

test("a reviewer leaves out what is wrong and corrects the rest; what was not suggested cannot be slipped in", async () => {
	const { barcode, proposalId } = await readProduct([
		value("nutrition.calories", "210"),
		value("nutrition.sodium", { amount: "280mg", dv: "12%" }),
		value("info.net_weight", "9 oz (255g)"),
	]);
	const { compared_with } = await reviewOf(proposalId);
	const slipped = await approve(proposalId, { compared_with, fields: { info: { brand: "Other" } } });
	expect(slipped.body.error).toBe("not_proposed");
	const unfit = await approve(proposalId, { compared_with, fields: { nutrition: { sodium: 280 } } });
	expect(unfit.status).toBe(400);
	const fields = { nutrition: { calories: "210", sodium: { amount: "290mg", dv: "13%" } } };
	const done = await approve(proposalId, { compared_with, fields });
	expect(done.status).toBe(200);
	// The record of what was approved.
	expect(done.body.changes.map(({ key }: { key: string }) => key)).toEqual([
		"nutrition.calories",
		"nutrition.sodium",
	]);
	const client = await packshot.client();
	const { body } = await packshot.call(`/products/${barcode}?include=nutrition,info`, { client });
	expect(body.product_meta.nutrition).toMatchObject({
		calories: "210",
		sodium: { amount: "290mg", dv: "13%" },
	});
	expect(body.product_meta.net_weight).toBeNull();
});

test("from the certainty on that an administrator says, values enter empty fields by themselves, and the history says so", async () => {
	const values = [
		value("info.net_weight", "9 oz (255g)", 0.99),
		value("info.country_of_origin", "Italy", 0.99),
		value("nutrition.calories", "210", 0.97),
		// Nothing about kosher enters without a person, whatever a reader says.
		value("info.bracha", "Mezonos", 1),
		value("info.manufacturer", "Stone\u202eOven", 1),
	];
	const filled = { country_of_origin: "Canada", enterFrom: 0.98 };
	const { barcode, proposalId, outcome } = await readProduct(values, filled);
	expect(outcome).toEqual({ isSuggested: true, entered: 1 });
	const { changes } = await reviewOf(proposalId);
	expect(changes.map(({ key }: { key: string }) => key).toSorted()).toEqual([
		"info.bracha",
		"info.manufacturer",
		"nutrition.calories",
	]);
	const client = await packshot.client();
	const { body } = await packshot.call(`/products/${barcode}?include=info,nutrition`, { client });
	expect(body.product_meta).toMatchObject({ net_weight: "9 oz (255g)", country_of_origin: "Canada" });
	const history = await administrator.ask("GET /admin/catalogue/products/{barcode}/history", {
		path: { barcode },
	});
	expect(history.body.data[0].source).toMatchObject({
		kind: "label",
		account_email: administrator.email,
		ownership: "Read from the label",
	});
});

test("nothing enters by itself for an editor, who cannot ask for it either", async () => {
	const editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	const refused = await editor.ask("POST /admin/labels", { body: { enter_from: 0.98 } });
	expect(refused.body.error).toBe("role_missing");
	const { outcome } = await readProduct([value("info.net_weight", "1 lb", 1)], {
		enterFrom: 0.98,
		by: editor,
	});
	expect(outcome).toEqual({ isSuggested: true, entered: 0 });
});

test("a picture is read once, and a version that was replaced meanwhile not at all", async () => {
	const { order } = await readProduct([value("info.net_weight", "1 lb")]);
	const { db } = packshot.installation;
	expect(await db.write(recordReading, { ...order, proposalId: "prop_again" })).toBe("gone");
	expect(
		await db.write(recordReading, { ...order, imageId: "no-such-version", proposalId: "prop_other" }),
	).toBe("gone");
});

test("only editors of the catalogue read labels and what was read", async () => {
	const { proposalId } = await readProduct([value("info.net_weight", "2 lb")]);
	const refused = [
		await labelOf(stranger, proposalId),
		await stranger.ask("GET /admin/labels"),
		await stranger.ask("POST /admin/labels", { body: {} }),
		await stranger.ask("POST /admin/labels/stop"),
	];
	expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
	expect((await labelOf(administrator, "prop_none")).status).toBe(404);
});

test("reading begins once, is stopped, and goes on with what is left", async () => {
	expect((await administrator.ask("POST /admin/labels/stop")).body.error).toBe("nothing_being_read");
	await readProduct([]);
	const begun = await administrator.ask("POST /admin/labels", { body: { enter_from: 0.98 } });
	expect(begun.body.run).toMatchObject({ state: "going", read: 0, entered: 0, enter_from: 0.98 });
	expect((await administrator.ask("POST /admin/labels", { body: {} })).body.error).toBe("reading_under_way");
	expect((await administrator.ask("POST /admin/labels/stop")).body.run.state).toBe("stopped");
});
