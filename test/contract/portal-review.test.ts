import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { errorCatalogue } from "../../src/errors.ts";
import { remove } from "../../src/pictures/store/remove.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { checkProposals } from "../../src/proposals/check.ts";
import { mailDecided } from "../../src/proposals/decision-notices.ts";
import { sweepProposals } from "../../src/proposals/retention.ts";
import { testPicture } from "../support/picture.ts";
import { newPerson } from "../support/portal.ts";
import { newBarcode } from "../support/products.ts";
import { brand, letPropose, propose, upload, uploadPiece, withdraw } from "../support/proposals.ts";
import { startService, type TestService } from "../support/service.ts";

/** Reviewing proposals, and how long their pictures are kept. */

let packshot: TestService;
type Person = Awaited<ReturnType<typeof newPerson>>;
let administrator: Person;
let editor: Person;
let proposer: Person;
let jpeg: Uint8Array;

beforeAll(async () => {
	packshot = await startService({
		settings: {
			PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000",
			PACKSHOT_SESSION_IDLE_MINUTES: "525600",
		},
	});
	administrator = await newPerson(packshot, { isAdministrator: true });
	editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	jpeg = (await testPicture("front", { seed: 3, sidePx: 400 }, packshot.clock.now())).original;
});
afterAll(() => packshot.close());
beforeEach(async () => {
	packshot.clock.advance(60_000);
	proposer = await newPerson(packshot);
	await letPropose(administrator, proposer, "Golden Sheaf");
});

const reject = (by: Person, proposal_id: string, reason = "Not ours.") =>
	by.ask("POST /admin/review/{proposal_id}/reject", { path: { proposal_id }, body: { reason } });
async function review(proposal_id: string, by = editor) {
	const { body } = await by.ask("GET /admin/review", { query: { per_page: "200" } });
	return body.data.find((each: { proposal_id: string }) => each.proposal_id === proposal_id);
}
async function approve(by: Person, proposal_id: string, compared_with?: string) {
	const body = { compared_with: compared_with ?? (await review(proposal_id)).compared_with };
	return by.ask("POST /admin/review/{proposal_id}/approve", { path: { proposal_id }, body });
}
async function served(barcode: string, include: string) {
	const client = await packshot.client();
	const { body } = await packshot.call(`/products/${barcode}?include=${include}`, { client });
	return body;
}
async function keys(prefix = "proposals/"): Promise<string[]> {
	const found: string[] = [];
	for await (const key of packshot.installation.blobs.list(prefix)) found.push(key);
	return found;
}
const picture = (by: Person, picture_id: string, size = "preview") =>
	by.ask("GET /proposal-pictures/{picture_id}/{size}", { path: { picture_id, size } });

describe("approving a proposal", () => {
	test("adds its fields and pictures to the catalogue together, with the proposer's ownership", async () => {
		const barcode = newBarcode();
		await packshot.product({
			barcode,
			info: { brand: "Old", vegan: true },
			ingredients: { allergens: ["milk"] },
		});
		const { body: uploaded } = await upload(packshot, proposer, "front", jpeg);
		const fields = { info: { brand: "New" }, nutrition: { calories: "110", sodium: { amount: "5 mg" } } };
		const { body } = await propose(proposer, { barcode, fields, pictures: [uploaded.picture_id] });
		const shown = await review(body.proposal_id);
		expect(shown).toMatchObject({ is_known: true, is_stale: false, brand: "Old", ownership: "Golden Sheaf" });
		expect(shown.changes).toEqual([
			{ key: "info.brand", seen: "Old", today: "Old", proposed: "New", is_stale: false },
			{ key: "nutrition.calories", seen: null, today: null, proposed: "110", is_stale: false },
			{
				key: "nutrition.sodium",
				seen: null,
				today: null,
				proposed: { amount: "5 mg", dv: null },
				is_stale: false,
			},
		]);
		expect(shown.pictures[0]).toMatchObject({ variant: "front", today: null });
		const approved = await approve(editor, body.proposal_id);
		expect(approved.body).toMatchObject({ state: "approved", decided_by: editor.email });
		const product = await served(barcode, "info,nutrition,ingredients,image_meta");
		expect(product.product_meta).toMatchObject({ brand: "New", vegan: true });
		expect(product.product_meta.nutrition).toMatchObject({
			calories: "110",
			sodium: { amount: "5 mg", dv: null },
		});
		expect(product.product_meta.ingredients.allergens).toEqual(["milk"]);
		expect(product.image_meta.front).toMatchObject({
			ownership: "Golden Sheaf",
			source_batch: "review_approved",
			uploaded_by: null,
			resolution: "400x400",
		});
		const decided = await review(body.proposal_id);
		const { image_id } = decided.pictures[0].today;
		expect([shown.thumbnail, decided.thumbnail]).toEqual([null, image_id]);
		const present = await editor.ask("GET /thumbnails/{thumbnail}", { path: { thumbnail: image_id } });
		expect([present.status, present.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
		const events = await administrator.ask("GET /admin/events", { query: { subject: body.proposal_id } });
		expect(events.body.data.map(({ what }: { what: string }) => what)).toEqual([
			`Suggestion for product ${barcode} approved`,
			`Suggestion for product ${barcode} made`,
		]);
	});

	test("creates a product that is not in the catalogue", async () => {
		const barcode = newBarcode();
		const { body } = await propose(proposer, { barcode, fields: { hechshers: [{ symbol: "OU" }] } });
		expect(await review(body.proposal_id)).toMatchObject({ is_known: false, name: null, thumbnail: null });
		await approve(administrator, body.proposal_id);
		const { product_meta } = await served(barcode, "hechshers");
		expect(product_meta.hechshers).toMatchObject([{ symbol: "OU", org: null }]);
	});

	test("is valid only for the product data that it was compared with", async () => {
		const barcode = newBarcode();
		await packshot.product({ barcode, info: { brand: "Old" } });
		const { body } = await propose(proposer, { barcode, fields: brand("New") });
		const before = await review(body.proposal_id);
		await packshot.product({ barcode, info: { brand: "Newer" } });
		expect((await approve(editor, body.proposal_id, before.compared_with)).body.error).toBe(
			"product_changed",
		);
		const after = await review(body.proposal_id);
		expect(after).toMatchObject({ is_stale: true, state: "waiting" });
		expect(after.changes[0]).toMatchObject({ seen: "Old", today: "Newer", proposed: "New", is_stale: true });
		expect((await approve(editor, body.proposal_id)).status).toBe(200);
		expect((await served(barcode, "info")).product_meta.brand).toBe("New");
	});

	test("decides once when many approve or reject concurrently, and leaves no stray file", async () => {
		const barcode = newBarcode();
		const { body: uploaded } = await upload(packshot, proposer, "front", jpeg);
		const { body } = await propose(proposer, { barcode, pictures: [uploaded.picture_id] });
		const { compared_with } = await review(body.proposal_id);
		const before = await keys("");
		const answers = await Promise.all(
			Array.from({ length: 6 }, (_, place) =>
				place % 3 === 2
					? reject(administrator, body.proposal_id)
					: approve(place % 3 ? editor : administrator, body.proposal_id, compared_with),
			),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(new Set(answers.map(({ body: { error } }) => error))).toEqual(
			new Set([undefined, "proposal_decided"]),
		);
		const images = await packshot.installation.db.read
			.selectFrom("image")
			.select("original_blob")
			.where("barcode", "=", barcode)
			.execute();
		expect(images).toHaveLength((await review(body.proposal_id)).state === "approved" ? 1 : 0);
		const added = (await keys("")).filter((key) => key.endsWith("/original") && !before.includes(key));
		expect(added).toEqual(images.map(({ original_blob }) => original_blob));
	});

	test("of one's own is refused, except for administrators", async () => {
		const path = { account_id: editor.accountId };
		const roles = ["catalogue_editor"];
		await letPropose(administrator, editor, "Ours");
		const { body } = await propose(editor, { barcode: newBarcode(), fields: brand("X") });
		expect(await review(body.proposal_id)).toMatchObject({ is_own: true, may_approve: false });
		expect((await approve(editor, body.proposal_id)).body.error).toBe("own_proposal");
		const give = (given: string[]) =>
			administrator.ask("PUT /admin/accounts/{account_id}/roles", { path, body: { roles: given } });
		await give([...roles, "administrator"]);
		expect((await approve(editor, body.proposal_id)).status).toBe(200);
		await give(roles);
	});

	test("is refused if it does not exist or is already decided", async () => {
		expect((await approve(editor, "prop_0", "x")).body.error).toBe("not_found");
		const { body } = await propose(proposer, { barcode: newBarcode(), fields: brand("X") });
		const { compared_with } = await review(body.proposal_id);
		expect((await reject(editor, body.proposal_id, " ")).body.error).toBe("bad_request");
		expect((await reject(editor, body.proposal_id, "Out of focus.")).body.state).toBe("rejected");
		expect((await approve(editor, body.proposal_id, compared_with)).body.error).toBe("proposal_decided");
		expect((await reject(editor, body.proposal_id)).body.error).toBe("proposal_decided");
		expect((await withdraw(proposer, body.proposal_id)).body.error).toBe("proposal_decided");
		const { body: list } = await proposer.ask("GET /proposals");
		expect(list.data[0]).toMatchObject({ state: "rejected", reason: "Out of focus." });
	});
});

describe("pictures of proposals", () => {
	const sweep = () => sweepProposals(packshot.installation, packshot.clock.now());

	test("are deleted some time after the decision, in two steps; those of waiting proposals stay", async () => {
		const uploads = [];
		for (const variant of ["front", "back"])
			uploads.push((await upload(packshot, proposer, variant, jpeg)).body);
		const [first, second] = uploads.map(({ picture_id }) => picture_id as string);
		const { body: decided } = await propose(proposer, { barcode: newBarcode(), pictures: [first] });
		await propose(proposer, { barcode: newBarcode(), pictures: [second] });
		await uploadPiece(packshot, proposer, jpeg);
		await reject(editor, decided.proposal_id);
		packshot.clock.advance(29 * DAY_MS);
		await sweep();
		expect((await picture(proposer, first!)).status).toBe(200);
		packshot.clock.advance(2 * DAY_MS);
		await sweep();
		expect((await picture(proposer, first!)).body.error).toBe("not_found");
		expect((await keys()).some((key) => key.includes(first!))).toBe(true);
		packshot.clock.advance(3 * DAY_MS);
		await sweep();
		expect((await keys()).filter((key) => key.includes(first!) || key.includes("/pieces/"))).toEqual([]);
		expect((await picture(proposer, second!)).status).toBe(200);
		const { body } = await proposer.ask("GET /proposals");
		const pictures = body.data.flatMap((each: { pictures: object[] }) => each.pictures);
		expect(pictures).toContainEqual(expect.objectContaining({ picture_id: first, is_stored: false }));
		expect((await checkProposals(packshot.installation)).faults).toEqual([]);
	});

	test("are reported by the check when missing or damaged", async () => {
		const { body } = await upload(packshot, proposer, "front", jpeg);
		const folder = `proposals/pictures/${body.picture_id}`;
		const { blobs } = packshot.installation;
		await blobs.put(`${folder}/original`, Buffer.from("another"));
		await blobs.delete(`${folder}/preview.webp`);
		expect((await checkProposals(packshot.installation)).faults).toEqual([
			`${folder}/original: not the file that was uploaded`,
			`${folder}/preview.webp: missing`,
		]);
	});

	test("are compared with the current picture, and shown as stale when that is removed", async () => {
		const barcode = newBarcode();
		await packshot.picture(barcode, "front", { seed: 9 });
		const { body: uploaded } = await upload(packshot, proposer, "front", jpeg);
		const { body } = await propose(proposer, { barcode, pictures: [uploaded.picture_id] });
		const [shown] = (await review(body.proposal_id)).pictures;
		expect(shown).toMatchObject({ is_stale: false, today: { width: 176, height: 176 } });
		await packshot.installation.db.write(remove, {
			barcode,
			variant: "front",
			uploadOffsetMinutes: 0,
		});
		expect((await review(body.proposal_id)).pictures[0]).toMatchObject({ is_stale: true, today: null });
	});
});

describe("the proposer", () => {
	const round = () =>
		mailDecided({
			...packshot.installation,
			hashKeys: packshot.installation.secrets.hashKeys,
			errors: errorCatalogue,
			base: "http://photos.example.com",
			digestHour: 6,
			transport: () => Promise.resolve(),
			log: { failed: () => undefined },
		});
	const mails = () =>
		packshot.installation.db.read
			.selectFrom("mail")
			.selectAll()
			.where("account_id", "=", proposer.accountId)
			.execute();
	const verify = () =>
		packshot.alter(`update account set email_verified_at = 1 where account_id = '${proposer.accountId}'`);
	async function decided(count = 1) {
		for (let place = 0; place < count; place++) {
			const { body } = await propose(proposer, { barcode: newBarcode(), fields: brand("X") });
			await reject(editor, body.proposal_id, "Out of focus.");
		}
	}

	test("is notified of several decisions in one mail, by any number of processes", async () => {
		await verify();
		await decided(2);
		await round();
		expect(await mails()).toEqual([]);
		packshot.clock.advance(11 * 60_000);
		await Promise.all([round(), round(), round()]);
		await round();
		const [mail, ...more] = await mails();
		expect(more).toEqual([]);
		expect(mail).toMatchObject({ subject: "2 of your suggestions were decided", recipient: proposer.email });
		expect(mail?.text_body).toContain("rejected: Out of focus.");
	});

	test("is not notified of withdrawals, without a verified address, or when that is turned off", async () => {
		await decided();
		packshot.clock.advance(11 * 60_000);
		await round();
		await verify();
		const { body } = await propose(proposer, { barcode: newBarcode(), fields: brand("X") });
		await withdraw(proposer, body.proposal_id);
		const off = await proposer.ask("PATCH /mail-choice", { body: { proposals: false } });
		expect(off.body.proposals).toBe(false);
		await decided();
		packshot.clock.advance(11 * 60_000);
		await round();
		expect(await mails()).toEqual([]);
	});
});
