import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaultWatermark } from "../../src/pictures/preparation/watermark-settings.ts";
import { reprocessPictures } from "../../src/pictures/reprocessing/reprocess-pictures.ts";
import { newPerson } from "../support/portal.ts";
import { newBarcode } from "../support/products.ts";
import { letPropose, propose, upload, uploadPiece } from "../support/proposals.ts";
import { startService, type TestService } from "../support/service.ts";

/** Adding, replacing, turning and cropping a picture on the page of its product. */

let packshot: TestService;
type Person = Awaited<ReturnType<typeof newPerson>>;
let editor: Person;
/** 400 × 300 pixels: the left half is dark. */
let photograph: Buffer;
let barcode: string;

beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	photograph = await halfDark(400, 300);
});
afterAll(() => packshot.close());
beforeEach(async () => {
	packshot.clock.advance(60_000);
	barcode = newBarcode();
	await packshot.product({ barcode, info: { brand: "A" } });
});

async function halfDark(width: number, height: number): Promise<Buffer> {
	const dark = { create: { width: width / 2, height, channels: 3, background: "#222" } } as const;
	const white = { create: { width, height, channels: 3, background: "#fff" } } as const;
	return sharp(white)
		.composite([{ input: dark, left: 0, top: 0 }])
		.jpeg({ quality: 95 })
		.toBuffer();
}

const at = (variant = "front") => ({ barcode, variant });
const AS_IT_CAME = { turn: 0, crop: null };
const save = (body: object, by = editor, path = at()) =>
	by.ask("PUT /admin/catalogue/products/{barcode}/pictures/{variant}", { path, body });
const preview = (body: object) =>
	editor.ask("POST /admin/catalogue/products/{barcode}/pictures/{variant}/preview", { path: at(), body });
async function uploaded(bytes: Uint8Array, variant = "front", by = editor): Promise<string> {
	const { status, body } = await upload(packshot, by, variant, bytes);
	expect([status, body.notes]).toEqual([201, expect.any(Array)]);
	return body.picture_id;
}
async function added(adjustment: object = AS_IT_CAME) {
	const { status, body } = await save({
		version: null,
		picture_id: await uploaded(photograph),
		...adjustment,
	});
	expect(status).toBe(200);
	return body.pictures[0];
}
const history = async () =>
	(await editor.ask("GET /admin/catalogue/products/{barcode}/history", { path: { barcode } })).body.data;
const rowOf = (version: string) => {
	const { read } = packshot.installation.db;
	return read.selectFrom("image").selectAll().where("image_id", "=", version).executeTakeFirstOrThrow();
};
async function served() {
	const client = await packshot.client();
	const { body } = await packshot.call(`/products/${barcode}?include=image_meta`, { client });
	return body.image_meta;
}
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("turning and cropping outlast another watermark, and the editor's page shows the same picture still", async () => {
	const crop = { left: 0, top: 0, width: 200, height: 300 };
	const { version } = await added({ turn: 0, crop });
	await reprocessPictures({
		...packshot.installation,
		clock: packshot.clock,
		sizesPx: [],
		uploadOffsetMinutes: 0,
		onProgress: () => undefined,
		watermark: { ...defaultWatermark, opacity: 0.9 },
	});
	const { body } = await editor.ask("GET /admin/catalogue/products/{barcode}", { path: { barcode } });
	expect(body.pictures).toMatchObject([{ width: 200, height: 300, crop }]);
	expect(body.pictures[0].version).not.toBe(version);
	expect((await save({ version, turn: 180, crop })).status).toBe(200);
});

describe("a picture from a file", () => {
	test("is stored as by an import: served, in the history and the changes, and in the activity log", async () => {
		const client = await packshot.client();
		const { body: start } = await packshot.call("/changes", { client });
		const picture_id = await uploaded(photograph);
		const { status, body } = await save({ version: null, picture_id, ...AS_IT_CAME, ownership: "Studio" });
		expect(status).toBe(200);
		expect(body.pictures).toMatchObject([
			{ variant: "front", width: 400, height: 300, ...AS_IT_CAME, ownership: "Studio" },
		]);
		expect((await served()).front).toMatchObject({
			resolution: "400x300",
			ownership: "Studio",
			uploaded_by: null,
			source_batch: "product_page",
		});
		const { body: feed } = await packshot.call(`/changes?cursor=${start.next_cursor}`, { client });
		expect(feed.data).toMatchObject([{ barcode, changed: ["images.front"] }]);
		const [step] = await history();
		expect(step).toMatchObject({
			source: { kind: "edit", account_email: editor.email, ownership: "Studio" },
			pictures: [{ variant: "front", before: null, after: body.pictures[0].version }],
			undo: "possible",
		});
		const events = await packshot.installation.db.read
			.selectFrom("portal_event")
			.select(["action", "detail"])
			.where("subject", "=", barcode)
			.execute();
		expect(events).toEqual([{ action: "picture.added", detail: "front" }]);
	});

	test("is used once", async () => {
		const picture_id = await uploaded(photograph);
		const { body } = await save({ version: null, picture_id, ...AS_IT_CAME });
		const { version } = body.pictures[0];
		const again = await save({ version, picture_id, ...AS_IT_CAME });
		expect([again.status, again.body.error]).toEqual([410, "picture_gone"]);
	});

	test("replaces another one, which comes back when that is undone", async () => {
		const { version } = await added();
		const other = await uploaded(await halfDark(600, 600));
		const { body } = await save({ version, picture_id: other, ...AS_IT_CAME });
		expect(body.pictures).toMatchObject([{ width: 600, height: 600, ownership: null }]);
		const [step] = await history();
		await editor.ask("POST /admin/catalogue/changes/{change_id}/undo", {
			path: { change_id: String(step.change_id) },
		});
		expect((await served()).front.resolution).toBe("400x300");
	});

	test("belongs to the person who uploaded it, and to one variant", async () => {
		const colleague = await newPerson(packshot, { roles: ["catalogue_editor"] });
		const picture_id = await uploaded(photograph);
		const mine = { version: null, picture_id, ...AS_IT_CAME };
		expect((await save(mine, colleague)).body.error).toBe("picture_gone");
		expect((await save(mine, editor, at("back"))).body.error).toBe("picture_gone");
		expect(await served()).toMatchObject({ front: null, back: null });
	});

	test("is refused for the reasons of an import", async () => {
		const refused = await upload(packshot, editor, "front_clean", photograph);
		expect([refused.status, refused.body.error]).toEqual([422, "picture_refused"]);
		expect((await upload(packshot, editor, "front", Buffer.from("no picture"))).status).toBe(422);
	});

	test("cannot be uploaded by who neither edits the catalogue nor proposes", async () => {
		const member = await newPerson(packshot, { roles: ["accountant"] });
		const { status, body } = await uploadPiece(packshot, member, photograph);
		expect([status, body.error]).toEqual([403, "may_not_propose"]);
	});

	test("of a product that is not there is 404, and nothing is stored", async () => {
		const picture_id = await uploaded(photograph);
		const path = { barcode: newBarcode(), variant: "front" };
		expect((await save({ version: null, picture_id, ...AS_IT_CAME }, editor, path)).status).toBe(404);
		expect((await save({ version: null, picture_id, ...AS_IT_CAME })).status).toBe(200);
	});
});

describe("turning and cropping", () => {
	const LEFT = { left: 0, top: 0, width: 200, height: 300 };

	test("apply to what is delivered; the original stays whole, and so does what is known of the picture", async () => {
		const { version } = await added();
		const { status, body } = await save({ version, turn: 90, crop: { ...LEFT, width: 300, height: 200 } });
		expect(status).toBe(200);
		const [picture] = body.pictures;
		expect(picture).toMatchObject({ width: 300, height: 200, turn: 90, source_batch: "product_page" });
		const [before, after] = [await rowOf(version), await rowOf(picture.version)];
		expect(after).toMatchObject({
			original_blob: before.original_blob,
			original_sha256: sha256(photograph),
			photo_date: before.photo_date,
			uploaded_at: before.uploaded_at,
		});
		const original = await packshot.installation.blobs.get(after.original_blob);
		expect(sha256(original)).toBe(sha256(photograph));
		// Turned clockwise, the dark half is on top; what is left of it has nothing else.
		const thumbnail = await packshot.installation.blobs.get(after.webp_thumbnail_blob ?? "");
		const { channels } = await sharp(thumbnail).greyscale().stats();
		expect(channels[0]?.mean).toBeLessThan(100);
		expect((await served()).front.resolution).toBe("300x200");
	});

	test("are taken back by saving the picture without them, or by undoing", async () => {
		const { version } = await added();
		const turned = (await save({ version, turn: 90, crop: null })).body.pictures[0];
		const cropped = (await save({ version: turned.version, turn: 0, crop: LEFT })).body.pictures[0];
		expect(cropped).toMatchObject({ width: 200, height: 300, turn: 0, crop: LEFT });
		const whole = (await save({ version: cropped.version, ...AS_IT_CAME })).body.pictures[0];
		expect(whole).toMatchObject({ width: 400, height: 300, ...AS_IT_CAME });
		const steps = await history();
		for (const { change_id } of steps.slice(0, 2)) {
			await editor.ask("POST /admin/catalogue/changes/{change_id}/undo", {
				path: { change_id: String(change_id) },
			});
		}
		expect((await served()).front.resolution).toBe("300x400");
	});

	test("of what somebody else has changed meanwhile are refused, with what is there now", async () => {
		const { version } = await added();
		await save({ version, turn: 90, crop: null });
		const late = await save({ version, turn: 270, crop: null });
		expect([late.status, late.body.error]).toEqual([409, "product_changed"]);
		expect(late.body.current.pictures).toMatchObject([{ turn: 90 }]);
		const other = await save({ version: null, picture_id: await uploaded(photograph), ...AS_IT_CAME });
		expect(other.body.error).toBe("product_changed");
		expect((await served()).front.resolution).toBe("300x400");
	});

	test("that change nothing are no change", async () => {
		const { version } = await added();
		const { status, body } = await save({ version, ...AS_IT_CAME });
		expect([status, body.pictures[0].version]).toEqual([200, version]);
		expect(await history()).toHaveLength(2);
	});

	test.each([
		["outside of the picture", 422, { turn: 0, crop: { ...LEFT, left: 201 } }],
		["by another angle", 400, { turn: 45, crop: null }],
		["to less than 16 pixels", 400, { turn: 0, crop: { ...LEFT, width: 15 } }],
	])("%s: %d", async (_, status, adjustment) => {
		const { version } = await added();
		expect((await save({ version, ...adjustment })).status).toBe(status);
		expect((await served()).front.resolution).toBe("400x300");
	});

	test("a picture that is not there can only be added: 400", async () => {
		expect((await save({ version: null, ...AS_IT_CAME })).status).toBe(400);
	});
});

describe("the preview", () => {
	test("shows the mark before anything is saved, and a part at the scale of the whole", async () => {
		const picture_id = await uploaded(await halfDark(640, 480));
		const whole = await preview({ picture_id, ...AS_IT_CAME });
		expect(whole.status).toBe(200);
		expect(whole.headers.get("x-picture-size")).toBe("640x480");
		expect(whole.headers.get("x-watermark-drawn")).toBe("1");
		const crop = { left: 0, top: 0, width: 240, height: 320 };
		const part = await preview({ picture_id, turn: 90, crop });
		expect(part.headers.get("x-picture-size")).toBe("240x320");
		expect(await served()).toMatchObject({ front: null });
	});

	test("says whether the picture can carry the invisible mark", async () => {
		const plain = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#fff" } })
			.jpeg()
			.toBuffer();
		const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
		const rich = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#fff", noise } })
			.jpeg()
			.toBuffer();
		const marked = await preview({ picture_id: await uploaded(rich), ...AS_IT_CAME });
		const unmarked = await preview({ picture_id: await uploaded(plain), ...AS_IT_CAME });
		expect([marked, unmarked].map(({ headers }) => headers.get("x-can-be-marked"))).toEqual(["1", "0"]);
	});

	test("of the picture that is there, or 404", async () => {
		expect((await preview(AS_IT_CAME)).status).toBe(404);
		await added();
		expect((await preview({ turn: 270, crop: null })).headers.get("x-picture-size")).toBe("300x400");
	});
});

test("a suggestion that was made before a picture was turned is shown as stale", async () => {
	const { version } = await added();
	const proposer = await newPerson(packshot);
	await letPropose(await newPerson(packshot, { isAdministrator: true }), proposer);
	const picture_id = await uploaded(await halfDark(640, 480), "front", proposer);
	const { body } = await propose(proposer, { barcode, pictures: [picture_id] });
	const review = async () => {
		const { data } = (await editor.ask("GET /admin/review", { query: {} })).body;
		return data.find(({ proposal_id }: { proposal_id: string }) => proposal_id === body.proposal_id);
	};
	expect(await review()).toMatchObject({ is_stale: false, pictures: [{ is_stale: false }] });
	expect((await save({ version, turn: 90, crop: null })).status).toBe(200);
	expect(await review()).toMatchObject({ is_stale: true, pictures: [{ is_stale: true }] });
});
