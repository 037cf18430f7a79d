import { execFileSync } from "node:child_process";
import { decodePrepared, readCodeword } from "@packshot/marking/deliver";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attributePictures } from "../../src/leaks/attribution/leak-report.ts";
import { withoutFrame } from "../../src/pictures/rights/packet-frame.ts";
import { excessBytes } from "../../src/pictures/rights/rights-problem.ts";
import { NO_RIGHTS, type RightsTexts } from "../../src/pictures/rights/texts.ts";
import { xmpPacket } from "../../src/pictures/rights/xmp-packet.ts";
import { newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";
import { signedUrl } from "../support/signed-urls.ts";
import { unzipped } from "../support/unzipped.ts";

/** The packet about rights in delivered pictures (SPEC E11), and the page on which it is written. */

const GTIN = "0725272730706";
const PRODUCE = "4011";
const WRONG = "0725272730707";
/** Eleven digits of a UPC-A without its leading zero. */
const SHORT = "36000291452";
const TEXTS: RightsTexts = {
	creator: "סטודיו צפון",
	credit_line: "Photo: <North> & Sons",
	copyright_notice: "© 2027 Example Foods",
	usage_terms: "Only with a licence.",
	web_statement: "https://example.com/terms?a=1&b=2",
	licensor_name: "Example Licensing",
	licensor_url: "https://example.com/licences",
	data_mining: "DMI-PROHIBITED-AIMLTRAINING",
};

let packshot: TestService;
let administrator: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000", PACKSHOT_IMAGE_SIZES: "100" },
	});
	administrator = await newPerson(packshot, { isAdministrator: true });
	for (const barcode of [GTIN, PRODUCE, WRONG, SHORT]) {
		await packshot.product({ barcode, info: { product_name: "Matzah" } });
		await packshot.picture(barcode, "front", { sizesPx: [100] });
	}
	await packshot.picture(GTIN, "front_clean", { sizesPx: [100] });
});
afterAll(() => packshot.close());
beforeEach(async () => {
	packshot.clock.advance(60_000);
	await save(TEXTS);
});

const page = async () => (await administrator.ask("GET /admin/rights")).body;
const put = (body: object, by = administrator) => by.ask("PUT /admin/rights", { body });
async function save(texts: RightsTexts) {
	const saved = await put({ ...texts, revision: (await page()).revision });
	expect(saved.status).toBe(200);
	return saved.body;
}

async function fetched(barcode: string, variant: "front" | "front_clean" = "front") {
	const url = await signedUrl(packshot, await packshot.client(), barcode, { variant });
	return bytesAt(url);
}

const bytesAt = async (url: string) => Buffer.from((await packshot.call(url)).bytes);

const imageRows = () => packshot.installation.db.read.selectFrom("image").selectAll().execute();

async function baseOf(barcode: string, variant: string) {
	const { db, blobs } = packshot.installation;
	const query = db.read.selectFrom("image").selectAll().where("barcode", "=", barcode);
	const row = await query.where("variant", "=", variant).where("active", "=", 1).executeTakeFirstOrThrow();
	return decodePrepared(await blobs.get(row.watermarked_blob));
}

const LENGTHS = { front: 2081, front_clean: 2082 } as const;
const variants = ["front", "front_clean"] as const;

describe("a delivered picture", () => {
	test.each([
		["front", 33],
		["front_clean", 30],
	] as const)(
		"%s holds one packet with GTIN and texts at its place, and its mark is read without it",
		async (variant, bytesBefore) => {
			const file = await fetched(GTIN, variant);
			const { base, flips } = await baseOf(GTIN, variant);
			expect(file.length - base.length).toBe(LENGTHS[variant]);
			const isAfterApp0 = file.readUInt16BE(2) === 0xffe0;
			const afterJpegHead = isAfterApp0 ? 4 + file.readUInt16BE(4) : 2;
			const start = (variant === "front" ? afterJpegHead : 33) + bytesBefore;
			expect(file.subarray(start, start + 2048)).toEqual(xmpPacket(TEXTS, GTIN));
			expect(file.indexOf("<?xpacket begin")).toBe(file.lastIndexOf("<?xpacket begin"));
			expect(readCodeword(withoutFrame(file), base, flips).length).toBe(flips.cellCount);
		},
	);

	test.each([
		[PRODUCE, undefined],
		[WRONG, undefined],
		[SHORT, `0${SHORT}`],
	])("of %s names the GTIN %s", async (barcode, gtin) => {
		expect((await fetched(barcode)).includes(xmpPacket(TEXTS, gtin))).toBe(true);
	});

	test("names no client: the packet is the same for all", async () => {
		const [one, other] = [await fetched(GTIN), await fetched(GTIN)];
		expect(one.equals(other)).toBe(false);
		for (const file of [one, other]) expect(file.includes(xmpPacket(TEXTS, GTIN))).toBe(true);
	});

	test.each([{}, { tier: "enterprise", watermark: "waived" } as const])(
		"is as long as HEAD, Content-Length and image_meta say, at every size, to a client with %j",
		async (policy) => {
			const client = await packshot.client(policy);
			for (const size of ["full", "100"]) {
				const path = `/products/${GTIN}?include=image_meta,images&size=${size}`;
				const { body } = await packshot.call(path, { client });
				for (const variant of variants) {
					const head = await packshot.call(body.images[variant], { method: "HEAD" });
					const { bytes, headers } = await packshot.call(body.images[variant]);
					const said = [head.headers.get("content-length"), headers.get("content-length")].map(Number);
					expect([...said, body.image_meta[variant].file_size_bytes]).toEqual(Array(3).fill(bytes.length));
					expect(bytes.length - withoutFrame(bytes).length).toBe(LENGTHS[variant]);
				}
			}
		},
	);

	test("carries the packet in an archive too, whose entries have its length", async () => {
		const client = await packshot.client({}, "10");
		const json = { items: [{ barcode: GTIN }] };
		const { body } = await packshot.call("/orders", { client, json });
		const redirect = await packshot.call(`/orders/${body.order_id}/archive`, { client });
		const files = await unzipped((await packshot.call(redirect.headers.get("location") ?? "")).bytes);
		for (const variant of variants) {
			const file = files.get(`pictures/${GTIN}_${variant}.${variant === "front" ? "jpg" : "png"}`)!;
			const { base } = await baseOf(GTIN, variant);
			expect(file.length - base.length).toBe(LENGTHS[variant]);
			expect(file.includes(xmpPacket(TEXTS, GTIN))).toBe(true);
		}
	});

	test("leaves the metadata of orders as bought", async () => {
		const client = await packshot.client({}, "10");
		const json = { items: [{ barcode: GTIN }], include: ["image_meta"] };
		const { body } = await packshot.call("/orders", { client, json });
		const bought = async () =>
			(await packshot.call(`/orders/${body.order_id}/products`, { client })).body.data[0].image_meta;
		const before = await bought();
		await save({ ...TEXTS, creator: "Another studio" });
		await packshot.alter(
			`update product set image_meta = replace(image_meta, '"file_size_bytes":', '"file_size_bytes":1')`,
		);
		expect(await bought()).toEqual(before);
		await packshot.alter(
			`update product set image_meta = replace(image_meta, '"file_size_bytes":1', '"file_size_bytes":')`,
		);
	});

	test("has new texts at once on the node that saved them, also where the marked file is cached", async () => {
		const client = await packshot.client({ tier: "enterprise", multiUseUrls: true });
		const url = await signedUrl(packshot, client, GTIN);
		const before = [await bytesAt(url), await bytesAt(url), await bytesAt(url)];
		await save({ ...TEXTS, creator: "Another studio" });
		const after = await bytesAt(url);
		expect(new Set(before.map((bytes) => bytes.toString("latin1"))).size).toBe(1);
		expect(after.includes(xmpPacket({ ...TEXTS, creator: "Another studio" }, GTIN))).toBe(true);
		expect(after.length).toBe(before[0]?.length);
		expect(Buffer.compare(withoutFrame(after), withoutFrame(before[0]!))).toBe(0);
	});

	test("has texts of another process within five seconds, and nothing is prepared anew", async () => {
		await fetched(GTIN);
		const prepared = await imageRows();
		await packshot.alter("update picture_rights set creator = 'Elsewhere', revision = revision + 1");
		packshot.clock.advance(4000);
		expect((await fetched(GTIN)).includes(xmpPacket({ ...TEXTS, creator: "Elsewhere" }, GTIN))).toBe(true);
		expect(await imageRows()).toEqual(prepared);
	});

	test.each(variants)("%s is traced with its packet, without it and with an edited one", async (variant) => {
		const client = await packshot.client();
		const bytes = await bytesAt(await signedUrl(packshot, client, GTIN, { variant }));
		const edited = Buffer.from(bytes);
		edited.write("Stolen", edited.indexOf("Example Foods"));
		const scores: (number | undefined)[] = [];
		for (const leak of [bytes, withoutFrame(bytes), edited]) {
			const { candidates } = await attributePictures(packshot.installation, [leak], { barcode: GTIN });
			expect(candidates[0]).toMatchObject({ clientId: client.clientId });
			scores.push(candidates[0]?.score);
		}
		expect(new Set(scores).size).toBe(1);
	});
});

/** ExifTool's names of what a packet says. */
const READ_BACK = {
	ProductInImageGTIN: GTIN,
	Creator: TEXTS.creator,
	Credit: TEXTS.credit_line,
	Rights: TEXTS.copyright_notice,
	UsageTerms: TEXTS.usage_terms,
	WebStatement: TEXTS.web_statement,
	LicensorName: TEXTS.licensor_name,
	LicensorURL: TEXTS.licensor_url,
};

function exiftool(file: Buffer, ...options: string[]): Record<string, unknown> {
	// Without -u, versions that do not know of data mining yet leave it out.
	const output = execFileSync(
		"exiftool",
		["-json", "-n", "-u", "-api", "StructFormat=JSON", ...options, "-"],
		{
			input: file,
		},
	);
	return JSON.parse(output.toString())[0];
}

function whyNoExifTool(): string | undefined {
	try {
		execFileSync("exiftool", ["-ver"]);
		return undefined;
	} catch {
		return "exiftool is not installed (libimage-exiftool-perl)";
	}
}

const noExifTool = whyNoExifTool();
if (noExifTool) console.info(`nobody else reads the packets back: ${noExifTool}`);

describe.skipIf(noExifTool !== undefined)("ExifTool", () => {
	test.each(["front", "front_clean"] as const)(
		"reads every text of a %s back, and finds no fault",
		async (variant) => {
			const file = await fetched(GTIN, variant);
			const read = exiftool(file, "-XMP:all", "-Warning", "-Error");
			const { DataMining, ProductInImageGTIN, ...others } = read;
			expect(others).toMatchObject(Object.fromEntries(Object.entries(READ_BACK).slice(1)));
			expect(String([ProductInImageGTIN].flat()[0])).toMatch(new RegExp(`${Number(GTIN)}$`));
			expect([read.Warning, read.Error]).toEqual([undefined, undefined]);
			expect(DataMining).toContain(TEXTS.data_mining);
		},
	);
});

describe("the page", () => {
	test("shows the texts, who saved them, and the bytes left", async () => {
		const saved = await page();
		expect(saved).toMatchObject({
			texts: TEXTS,
			saved_by: administrator.email,
			bytes_left: -excessBytes(TEXTS),
		});
	});

	test("records who changed which texts, and nothing if none changed", async () => {
		const { revision } = await page();
		await save({ ...TEXTS, credit_line: null });
		await save({ ...TEXTS, credit_line: "" } as RightsTexts);
		expect((await page()).revision).toBe(revision + 1);
		const { body } = await administrator.ask("GET /admin/events", { query: { subject: "rights" } });
		expect(body.data[0]).toMatchObject({ action: "rights.changed", account_email: administrator.email });
		expect(JSON.stringify(body.data[0])).toContain("Credit line");
	});

	test("409 rights_changed for texts based on an earlier revision, and nothing is saved", async () => {
		const { revision } = await page();
		const { status, body } = await put({ ...NO_RIGHTS, revision: revision - 1 });
		expect([status, body.error]).toEqual([409, "rights_changed"]);
		expect((await page()).texts).toEqual(TEXTS);
	});

	test.each([
		["a text that does not fit beside a 14-digit GTIN", "x".repeat(2000), /too long by \d+ bytes/],
		["what XML 1.0 forbids", "a\u0001b", /U\+0001, which XML 1\.0 forbids/],
		["a lone surrogate", "a\ud800", /broken Unicode/],
	])("400 for %s, and nothing is saved", async (_, creator, message) => {
		const { revision } = await page();
		const { status, body } = await put({ ...TEXTS, creator, revision });
		expect([status, body.error]).toEqual([400, "bad_request"]);
		expect(body.message).toMatch(message);
		expect(await page()).toMatchObject({ texts: TEXTS, revision });
	});

	test("400 for data mining that refers to a constraint", async () => {
		const { revision } = await page();
		const refused = await put({ ...TEXTS, data_mining: "DMI-PROHIBITED-SEECONSTRAINT", revision });
		expect(refused.status).toBe(400);
	});

	test("403 for everybody but administrators", async () => {
		const other = await newPerson(packshot);
		const { revision } = await page();
		const answers = [await other.ask("GET /admin/rights"), await put({ ...NO_RIGHTS, revision }, other)];
		expect(answers.map(({ status }) => status)).toEqual([403, 403]);
		expect((await page()).texts).toEqual(TEXTS);
	});
});
