import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { testPicture } from "../support/picture.ts";
import { newPerson } from "../support/portal.ts";
import { newBarcode } from "../support/products.ts";
import { brand, letPropose, propose, upload, uploadPiece, withdraw } from "../support/proposals.ts";
import { startService, type TestService } from "../support/service.ts";

/** Proposals of changes to the catalogue. */

let packshot: TestService;
type Person = Awaited<ReturnType<typeof newPerson>>;
let administrator: Person;
let editor: Person;
let proposer: Person;
let other: Person;
let jpeg: Uint8Array;

beforeAll(async () => {
	packshot = await startService({
		settings: {
			PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000",
			PACKSHOT_SESSION_IDLE_MINUTES: "525600",
			PACKSHOT_OPEN_PROPOSALS: "3",
			PACKSHOT_PROPOSAL_UPLOAD_MEBIBYTES: "2",
		},
	});
	administrator = await newPerson(packshot, { isAdministrator: true });
	editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	other = await newPerson(packshot);
	await letPropose(administrator, other, "Another bakery");
	jpeg = (await testPicture("front", { seed: 3, sidePx: 400 }, packshot.clock.now())).original;
});
afterAll(() => packshot.close());
beforeEach(async () => {
	packshot.clock.advance(60_000);
	proposer = await newPerson(packshot);
	await letPropose(administrator, proposer, "Golden Sheaf");
});

const picture = (by: Person, picture_id: string, size = "preview") =>
	by.ask("GET /proposal-pictures/{picture_id}/{size}", { path: { picture_id, size } });

describe("the right to propose", () => {
	test("is granted by an administrator under a name, and the grant is logged", async () => {
		const person = await newPerson(packshot);
		expect((await propose(person, { barcode: "4011", fields: brand("X") })).body.error).toBe(
			"may_not_propose",
		);
		expect((await uploadPiece(packshot, person, jpeg)).body.error).toBe("may_not_propose");
		expect((await person.ask("GET /session")).body.account.proposes_as).toBeNull();
		await letPropose(administrator, person, "Golden Sheaf");
		await letPropose(administrator, person, "Golden Sheaf");
		expect((await person.ask("GET /session")).body.account.proposes_as).toBe("Golden Sheaf");
		const events = await administrator.ask("GET /admin/events", { query: { subject: person.accountId } });
		expect(events.body.data[0].changes).toEqual([
			{ name: "Suggests as", before: "none", after: "Golden Sheaf" },
		]);
		expect(events.body.data).toHaveLength(2);
		expect((await propose(person, { barcode: newBarcode(), fields: brand("X") })).status).toBe(201);
	});

	test("ends at once when revoked, but waiting proposals are still shown and can be withdrawn", async () => {
		const { body } = await propose(proposer, { barcode: newBarcode(), fields: brand("X") });
		const path = { account_id: proposer.accountId };
		await administrator.ask("PUT /admin/accounts/{account_id}/proposes-as", {
			path,
			body: { proposes_as: null },
		});
		const refused = await propose(proposer, { barcode: "4011", fields: brand("Y") });
		expect(refused.body.error).toBe("may_not_propose");
		const { proposal_id } = body;
		const mine = await proposer.ask("GET /proposals");
		expect(mine.body.data).toMatchObject([{ proposal_id, state: "waiting" }]);
		expect((await withdraw(proposer, proposal_id)).body.state).toBe("withdrawn");
	});
});

describe("a proposal", () => {
	test("accepts a barcode in any form and is for the product that it identifies", async () => {
		await packshot.product({ barcode: "0725272730706", info: { brand: "B" } });
		const read = await proposer.ask("GET /proposal-barcode", { query: { barcode: " 7-25272-73070 6" } });
		expect(read.body).toMatchObject({ barcode: "0725272730706", is_known: true, check_digit_valid: true });
		const mistyped = await proposer.ask("GET /proposal-barcode", { query: { barcode: "725272730707" } });
		expect(mistyped.body).toMatchObject({ is_known: false, suggestion: "0725272730706" });
		const { body } = await propose(proposer, { barcode: "725272730706", fields: brand("X") });
		expect(body.barcode).toBe("0725272730706");
	});

	test.each([
		["an invalid barcode", { barcode: "12a", fields: brand("X") }, "invalid_barcode", "4 to 14 digits"],
		[
			"no changes",
			{ barcode: "4011", fields: { info: { brand: "" } } },
			"bad_request",
			"Nothing is suggested",
		],
		[
			"a value that an import would refuse",
			{ barcode: "4011", fields: { info: { bracha: "amen" } } },
			"bad_request",
			"fields.info.bracha: expected one of",
		],
		[
			"an unknown field",
			{ barcode: "4011", fields: { info: { prise: "1" } } },
			"bad_request",
			'fields."info.prise" is an unknown key',
		],
		[
			"a timestamp that the service sets",
			{ barcode: "4011", fields: { info: { updated_at: "2027" } } },
			"bad_request",
			"fields.info.updated_at: this is not proposed",
		],
		[
			"a bidirectional override character",
			{ barcode: "4011", fields: { hechshers: [{ symbol: "OU\u202e" }] } },
			"bad_request",
			"fields.hechshers[0].symbol: may not hold",
		],
		[
			"an unknown picture",
			{ barcode: "4011", pictures: ["00000000000000000000000000"] },
			"picture_gone",
			"Choose it again",
		],
	])("with %s is refused", async (_, body, error, message) => {
		const answer = await propose(proposer, body);
		expect(answer.body.error).toBe(error);
		expect(answer.body.message).toContain(message);
	});

	test("is limited in number per account, even when many are made concurrently", async () => {
		const answers = await Promise.all(
			Array.from({ length: 8 }, () => propose(proposer, { barcode: newBarcode(), fields: brand("X") })),
		);
		const made = answers.filter(({ status }) => status === 201);
		expect(made).toHaveLength(3);
		expect(answers.find(({ status }) => status !== 201)?.body.error).toBe("proposal_limit_reached");
		await withdraw(proposer, made[0]!.body.proposal_id);
		expect((await propose(proposer, { barcode: newBarcode(), fields: brand("X") })).status).toBe(201);
		const { body } = await proposer.ask("GET /proposals");
		expect(body.limits).toEqual({ open: 3, most_open: 3, bytes_left: 2 * 1024 * 1024 });
		expect(body.data.map(({ state }: { state: string }) => state).sort()).toEqual([
			"waiting",
			"waiting",
			"waiting",
			"withdrawn",
		]);
	});

	test("is visible only to its proposer, and reveals nothing of the catalogue", async () => {
		const barcode = newBarcode();
		await packshot.product({ barcode, info: { brand: "Secret brand" } });
		const { body, text } = await propose(proposer, { barcode, fields: brand("X"), comment: "From the pack" });
		expect(text).not.toContain("Secret");
		expect(body).toMatchObject({
			state: "waiting",
			comment: "From the pack",
			fields: [{ key: "info.brand", value: "X" }],
		});
		expect((await withdraw(other, body.proposal_id)).body.error).toBe("not_found");
		const list = await other.ask("GET /proposals");
		expect(list.text).not.toContain(body.proposal_id);
	});
});

describe("an uploaded picture", () => {
	test("is checked like the pictures of an import", async () => {
		const noPicture = await upload(packshot, proposer, "front", Buffer.from("GIF89a no picture"));
		expect(noPicture.status).toBe(422);
		expect(noPicture.body.message).toContain("neither JPEG nor PNG");
		const opaque = await upload(packshot, proposer, "front_clean", jpeg);
		expect(opaque.body).toMatchObject({ error: "picture_refused" });
		expect(opaque.body.message).toContain("has to be a PNG with transparency");
		const cut = await upload(packshot, proposer, "front", jpeg.subarray(0, jpeg.length / 2));
		expect(cut.body.error).toBe("picture_refused");
	});

	test("is visible to its uploader, to reviewers once it is proposed, and to nobody else", async () => {
		const { body: uploaded } = await upload(packshot, proposer, "front", jpeg, 5000);
		expect(uploaded).toMatchObject({ variant: "front", width: 400, height: 400, is_stored: true });
		const path = { picture_id: uploaded.picture_id, size: "thumbnail" };
		const reviewed = () => editor.ask("GET /admin/review-pictures/{picture_id}/{size}", { path });
		const mine = await picture(proposer, uploaded.picture_id);
		expect([mine.status, mine.headers.get("content-type")]).toEqual([200, "image/webp"]);
		expect(mine.headers.get("cache-control")).toBe("no-store");
		expect((await reviewed()).body.error).toBe("not_found");
		const taken = await propose(other, { barcode: "4011", pictures: [uploaded.picture_id] });
		expect(taken.body.error).toBe("picture_gone");
		const barcode = newBarcode();
		await propose(proposer, { barcode, pictures: [uploaded.picture_id] });
		expect((await reviewed()).status).toBe(200);
		expect((await picture(other, uploaded.picture_id)).body.error).toBe("not_found");
		expect((await picture(proposer, uploaded.picture_id, "original")).body.error).toBe("not_found");
		const again = await propose(proposer, { barcode, pictures: [uploaded.picture_id] });
		expect(again.body.error).toBe("picture_gone");
		const client = await packshot.client();
		expect((await packshot.call(`/products/${barcode}`, { client })).status).toBe(404);
	});

	test("is assembled from the uploader's own pieces, each used once", async () => {
		const { body } = await uploadPiece(packshot, other, jpeg);
		const foreign = { variant: "front", pieces: [body.piece_id] };
		expect((await proposer.ask("POST /proposal-pictures", { body: foreign })).body.error).toBe(
			"picture_gone",
		);
		expect((await other.ask("POST /proposal-pictures", { body: foreign })).status).toBe(201);
		expect((await other.ask("POST /proposal-pictures", { body: foreign })).body.error).toBe("picture_gone");
		expect((await uploadPiece(packshot, proposer, Buffer.alloc(0))).body.error).toBe("bad_request");
	});

	test("may be dated with a leap second, although that is not a valid time here", async () => {
		const person = await newPerson(packshot);
		await letPropose(administrator, person, "Golden Sheaf");
		const { piece_id } = (await uploadPiece(packshot, person, jpeg)).body;
		const body = { variant: "front", pieces: [piece_id], modified_at: "2016-12-31T23:59:60Z" };
		expect((await person.ask("POST /proposal-pictures", { body })).status).toBe(201);
	});

	test("counts against the upload limit of 24 hours, even when many come concurrently", async () => {
		const piece = Buffer.alloc(700 * 1024);
		const answers = await Promise.all(
			Array.from({ length: 6 }, () => uploadPiece(packshot, proposer, piece)),
		);
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
		const refused = answers.find(({ status }) => status === 429);
		expect(refused?.body).toMatchObject({
			error: "picture_limit_reached",
			message: "This account has reached its daily limit of uploads: wait 24 hours.",
		});
		expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(86_000);
		packshot.clock.advance(DAY_MS + 1);
		expect((await uploadPiece(packshot, proposer, piece)).status).toBe(201);
	});
});
