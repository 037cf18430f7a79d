import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PLAIN, WHOLE } from "../support/orders.ts";
import {
	csvRows,
	emptyFolder,
	packshotPull,
	pictureIn,
	startListService,
	unversioned,
} from "../support/pulling.ts";
import { type S3Server, startS3 } from "../support/s3.ts";
import type { TestClient, TestService } from "../support/service.ts";

let service: TestService;
let s3: S3Server;
beforeAll(async () => {
	[service, s3] = await Promise.all([startListService(), startS3()]);
});
afterAll(() => Promise.all([service.close(), s3.close()]));
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => service.clock.advance(60_000));

const newClient = () => service.client({ requestsPerMinute: 10_000 }, "10");
const AWS = "AWS_ACCESS_KEY_ID=S3RVER\nexport AWS_SECRET_ACCESS_KEY='S3RVER'\n";

function fileOf(text: string, mode = 0o600): string {
	const file = join(emptyFolder(), "file");
	writeFileSync(file, text);
	chmodSync(file, mode);
	return file;
}
const target = (prefix: string) => {
	const { bucket, endpoint } = s3.location(prefix);
	return `s3://${bucket}/${prefix}?endpoint=${endpoint}`;
};
function pulled(client: TestClient, out: string, to: string, ...more: string[]) {
	const include = ["--include", "info,images", "--variants", "front"];
	const upload = ["--upload", to, "--upload-credentials", fileOf(AWS)];
	const list = fileOf(`${WHOLE}\n${PLAIN}`);
	const args = [list, "--out", out, "--yes", "--format", "shopify", ...include, ...upload, ...more];
	return packshotPull(service, client, ...args);
}

describe("--upload s3://", () => {
	test("puts the pictures there once, whatever the folder, and their addresses into the shop's file", async () => {
		const client = await newClient();
		const [first, second] = [emptyFolder(), emptyFolder()];
		const one = await pulled(client, first, target("shop"));
		expect([one.code, one.stderr]).toEqual([0, expect.stringContaining("1 picture uploaded")]);
		expect(one.stderr).toContain("anybody can see them there");
		const rows = csvRows(readFileSync(join(first, "shopify.csv")));
		const url = rows.find((row) => row["URL handle"] === WHOLE)?.["Product image URL"] ?? "";
		expect(unversioned(url)).toBe(`${s3.location("").endpoint}/packshot-test/shop/${WHOLE}_front.jpg`);
		const served = await fetch(url);
		const bytes = Buffer.from(await served.arrayBuffer());
		expect(served.headers.get("content-type")).toBe("image/jpeg");
		expect(bytes.equals(readFileSync(pictureIn(first, WHOLE, "front")))).toBe(true);
		expect((await pulled(client, first, target("shop"))).stderr).not.toContain("upload to");
		const elsewhere = await pulled(client, second, target("shop"));
		expect(elsewhere.stderr).toContain("0 pictures uploaded; 1 picture were there already.");
	});

	test("sends a picture that was replaced, and takes the address at which the shop serves it", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const served = ["--image-base-url", `${s3.location("").endpoint}/packshot-test/again/`];
		await pulled(client, out, target("again"), ...served);
		await service.picture(WHOLE, "front", { seed: 9 });
		const refreshed = await packshotPull(
			service,
			client,
			...["--refresh", "--out", out, "--yes", "--upload-credentials", fileOf(AWS)],
		);
		expect([refreshed.code, refreshed.stderr]).toEqual([0, expect.stringContaining("1 picture uploaded")]);
		const there = await fetch(`${served[1]}${basename(pictureIn(out, WHOLE, "front"))}`);
		const bytes = Buffer.from(await there.arrayBuffer());
		expect(bytes.equals(readFileSync(pictureIn(out, WHOLE, "front")))).toBe(true);
	});

	test("asks before anything becomes public", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(client, out, target("asked"));
		rmSync(join(out, ".packshot-pull", "uploads.json"));
		const run = await packshotPull(
			service,
			client,
			"--refresh",
			"--out",
			out,
			"--upload-credentials",
			fileOf(AWS),
		);
		expect([run.code, run.stderr]).toEqual([3, expect.stringContaining("anybody can see them there")]);
	});

	test("ends with the host and the cause when the place does not answer, and goes on later", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const gone = await s3.hanging("before its answer");
		await gone.close();
		const run = await pulled(client, out, `s3://packshot-test/late?endpoint=${gone.endpoint}`);
		expect([run.code, run.stderr]).toEqual([
			1,
			expect.stringMatching(/127\.0\.0\.1:\d+ does not answer \(ECONNREFUSED\)/),
		]);
		expect(await pulled(client, out, target("late"))).toMatchObject({ code: 0 });
	});

	test("goes on after a connection that broke midway: nothing is uploaded twice, and the cause is named", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const way = await s3.unplugged();
		const to = `s3://packshot-test/broken?endpoint=${way.endpoint}`;
		const both = ["--variants", "front,front_clean"];
		const broken = await pulled(client, out, to, ...both);
		expect([broken.code, broken.stderr]).toEqual([
			1,
			expect.stringMatching(/127\.0\.0\.1:\d+ does not answer \(UND_ERR_SOCKET|ECONNRESET\)/),
		]);
		expect(broken.stderr).toContain("what is there is not uploaded twice");
		way.plugIn();
		const again = await pulled(client, out, to, ...both);
		expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("1 picture uploaded")]);
		expect(new Set(way.puts()).size).toBe(2);
		expect(way.puts()).toHaveLength(2);
		await way.close();
	});

	test("says that nobody can fetch the pictures of a bucket that is not public, each time, and writes none of their addresses", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const closed = await s3.closedToPublic();
		const to = `s3://packshot-test/closed?endpoint=${closed.endpoint}`;
		for (let run = 0; run < 2; run++) {
			const { code, stderr } = await pulled(client, out, to);
			expect([code, unversioned(stderr)]).toEqual([
				2,
				expect.stringContaining(
					`closed/${WHOLE}_front.jpg answers 403 to those who have no password, and so would your shop get no picture`,
				),
			]);
			expect(existsSync(join(out, "shopify.csv"))).toBe(false);
		}
		const served = ["--image-base-url", `${s3.location("").endpoint}/packshot-test/closed/`];
		expect(await pulled(client, out, to, ...served)).toMatchObject({ code: 0 });
		expect(unversioned(readFileSync(join(out, "shopify.csv"), "utf8"))).toContain(
			`${served[1]}${WHOLE}_front.jpg`,
		);
		await closed.close();
	});

	test("names the bucket's refusal", async () => {
		const run = await pulled(
			await newClient(),
			emptyFolder(),
			target("x").replace("packshot-test", "none-of-mine"),
		);
		expect([run.code, run.stderr]).toEqual([2, expect.stringContaining("bucket does not exist")]);
	});
});

describe("--upload is refused", () => {
	const refused = async (to: string, file: string) => {
		const args = ["codes.csv", "--format", "shopify", "--upload", to, "--upload-credentials", file];
		return packshotPull(service, await newClient(), ...args);
	};

	test.each([
		["an unknown place", "ftp://x", AWS, 0o600, 'unknown "ftp://x"; choose wordpress, or s3://'],
		["a bucket without a name", "s3://", AWS, 0o600, "--upload must look like s3://BUCKET/PREFIX"],
		["a missing secret", "s3://bucket", "AWS_ACCESS_KEY_ID=x", 0o600, "needs AWS_SECRET_ACCESS_KEY"],
		["credentials that others can read", "s3://bucket", AWS, 0o644, "others can read"],
		[
			"a password in the open",
			"wordpress",
			"WORDPRESS_URL=http://shop.example",
			0o600,
			"is not an https address",
		],
	])("with %s", async (_what, to, credentials, mode, message) => {
		const run = await refused(to, fileOf(credentials, mode));
		expect([run.code, run.stderr]).toEqual([2, expect.stringContaining(message)]);
	});
});
