import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WHOLE } from "../support/orders.ts";
import {
	csvRows,
	emptyFolder,
	packshotPull,
	pictureIn,
	startListService,
	unversioned,
} from "../support/pulling.ts";
import type { TestClient, TestService } from "../support/service.ts";
import { noWordPress, startWordPress, type WordPress } from "../support/wordpress.ts";

const why = noWordPress();
if (why !== undefined) console.warn(`uploads to WordPress are skipped: ${why}`);

describe.skipIf(why !== undefined)("--upload wordpress", () => {
	let service: TestService;
	let wordpress: WordPress;
	beforeAll(async () => {
		[service, wordpress] = await Promise.all([startListService(), startWordPress()]);
	});
	afterAll(() => Promise.all([service.close(), wordpress.close()]));
	// Each test gets a fresh minute, so that no test runs into limits used up by another.
	beforeEach(() => service.clock.advance(60_000));

	function fileOf(text: string): string {
		const file = join(emptyFolder(), "file");
		writeFileSync(file, text, { mode: 0o600 });
		return file;
	}
	const credentials = (password = wordpress.password) =>
		fileOf(
			`WORDPRESS_URL=${wordpress.url}\nWORDPRESS_USER=${wordpress.user}\nWORDPRESS_APPLICATION_PASSWORD="${password}"\n`,
		);
	function pulled(client: TestClient, out: string, password?: string) {
		const include = ["--include", "info,images", "--variants", "front,front_clean"];
		const upload = ["--upload", "wordpress", "--upload-credentials", credentials(password)];
		const shop = ["--format", "woocommerce", ...include, ...upload];
		return packshotPull(service, client, fileOf(WHOLE), "--out", out, "--yes", ...shop);
	}
	const newClient = () => service.client({ requestsPerMinute: 10_000 }, "10");

	test("puts pictures with their texts into the media library, once, and their addresses into the shop's file", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const run = await pulled(client, out);
		expect([run.code, run.stderr]).toEqual([0, expect.stringContaining("2 pictures uploaded")]);
		const media = await wordpress.media();
		expect(media.map(({ file }) => unversioned(file)).sort()).toEqual([
			`${WHOLE}_front.jpg`,
			`${WHOLE}_front_clean.png`,
		]);
		const [row] = csvRows(readFileSync(join(out, "woocommerce.csv")));
		const addresses = (row?.Images ?? "").split(", ");
		expect(addresses).toHaveLength(2);
		expect(media.map(({ alt }) => alt)).toEqual([row?.Name, row?.Name]);
		const bytes = Buffer.from(await (await fetch(addresses[0] ?? "")).arrayBuffer());
		expect(bytes.equals(readFileSync(pictureIn(out, WHOLE, "front")))).toBe(true);

		// In the same folder, in another one, and after the command was killed before it had noted anything.
		await pulled(client, out);
		await pulled(client, emptyFolder());
		rmSync(join(out, ".packshot-pull", "uploads.json"));
		expect((await pulled(client, out)).stderr).toContain(
			"0 pictures uploaded; 2 pictures were there already.",
		);
		expect(await wordpress.media()).toHaveLength(2);
	});

	test("puts a picture that was replaced beside the earlier one, on which the shop's pages depend", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(client, out);
		const before = csvRows(readFileSync(join(out, "woocommerce.csv")))[0]?.Images;
		await service.picture(WHOLE, "front", { seed: 9 });
		const args = ["--refresh", "--out", out, "--yes", "--upload-credentials", credentials()];
		expect((await packshotPull(service, client, ...args)).stderr).toContain("1 picture uploaded");
		const after = csvRows(readFileSync(join(out, "woocommerce-update.csv")))[0]?.Images ?? "";
		expect(after).not.toBe(before);
		const bytes = Buffer.from(await (await fetch(after.split(", ")[0] ?? "")).arrayBuffer());
		expect(bytes.equals(readFileSync(pictureIn(out, WHOLE, "front")))).toBe(true);
	});

	test("says what to do about a wrong password", async () => {
		const run = await pulled(await newClient(), emptyFolder(), "wrong");
		expect([run.code, run.stderr]).toEqual([2, expect.stringContaining("Application Passwords makes one")]);
	});
});
