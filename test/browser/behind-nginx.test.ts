import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeZip } from "../../src/imports/sources/zip.fixture.ts";
import { type BuiltServer, startBuiltServer } from "../support/built-server.ts";
import { whyNoBrowser } from "../support/chromium.ts";
import { type NginxFile, nginxPorts, type RunningNginx, startNginx, whyNoNginx } from "../support/nginx.ts";
import { type BuiltPages, settled, startBuiltPages, type Window } from "../support/pages.ts";
import { signInAdministrator } from "../support/people.ts";
import { openSchema, postgresUrl, type TestSchema } from "../support/schemas.ts";
import { sharedDatabase } from "../support/service.ts";
import { isLong } from "../support/thoroughness.ts";

/** A catalogue editor uploads through the nginx files of docs/deploy, in front of one built server and of two. */

const missing = whyNoBrowser() ?? whyNoNginx();
if (missing) console.info(`nobody uploads through nginx: ${missing}`);
const missingForTwo = missing ?? (postgresUrl ? undefined : "PostgreSQL is not installed");
if (missingForTwo) console.info(`nobody uploads to two nodes: ${missingForTwo}`);

const MIB = 2 ** 20;

/** The gate uploads through the file for several nodes; `test/faults/behind-nginx.test.ts` calls every route through either. */
const FILES: readonly { file: NginxFile; whyNot: string | undefined; isCluster: boolean }[] = [
	...(isLong ? [{ file: "nginx.conf" as const, whyNot: missing, isCluster: false }] : []),
	{ file: "nginx-cluster.conf", whyNot: missingForTwo, isCluster: true },
];

describe.each(FILES)("uploading through $file", ({ file, whyNot, isCluster }) => {
	describe.skipIf(whyNot)("in a browser", () => {
		let folder: string;
		let schema: TestSchema | undefined;
		let pages: BuiltPages;
		let second: BuiltServer | undefined;
		let nginx: RunningNginx;
		let window: Window;
		let page: Page;
		beforeAll(async () => {
			folder = mkdtempSync(join(tmpdir(), "packshot-uploading-"));
			const ports = await nginxPorts();
			if (isCluster) schema = await openSchema(folder);
			const settings = {
				...(schema ? sharedDatabase(schema.url) : {}),
				PACKSHOT_DATA: folder,
				PACKSHOT_TRUSTED_PROXIES: "127.0.0.1",
				PACKSHOT_PUBLIC_URL: `https://127.0.0.1:${ports.tls}`,
				PACKSHOT_LOG_LEVEL: "error",
			};
			pages = await startBuiltPages(settings);
			if (isCluster) second = await startBuiltServer(settings);
			const nodes = [pages.origin, ...(second ? [second.url] : [])].map((url) => Number(new URL(url).port));
			nginx = await startNginx(file, ports, nodes);
			window = await pages.open({ baseURL: nginx.origin, ignoreHTTPSErrors: true });
			({ page } = window);
			await signInAdministrator(pages, page, "editor@example.com");
		});
		afterAll(async () => {
			await pages?.close();
			second?.process.kill("SIGKILL");
			await nginx?.stop();
			await schema?.drop();
			rmSync(folder, { recursive: true, force: true });
		});

		/** More than the 1 MiB that nginx accepts by default: the file without a meaning for an import cannot be compressed. */
		const archive = (barcode: string, sizeBytes: number) =>
			writeZip([
				{ name: "products.ndjson", content: JSON.stringify({ barcode, info: { brand: "Golden Sheaf" } }) },
				{ name: "README.txt", content: randomBytes(sizeBytes), method: 0 },
			]);

		async function upload(name: string, buffer: Buffer) {
			await page.goto("/admin/imports");
			await settled(page);
			const mimeType = "application/octet-stream";
			await page.locator("input[type=file]").setInputFiles({ name, mimeType, buffer });
		}

		test("an archive of 6 MiB arrives, is previewed and imported", async () => {
			await upload("spring.zip", await archive("4011", 6 * MIB));
			await page.getByRole("heading", { name: "What it would change" }).waitFor();
			await page.getByRole("button", { name: "Import", exact: true }).click();
			await page.getByRole("heading", { name: "What it changed" }).waitFor();
			expect(nginx.log()).toMatch(/"PATCH [^"]*" 204/);
			const ofPages = nginx
				.log()
				.split("\n")
				.filter((line) => !line.includes("/api/v1/health"));
			expect(ofPages.join("\n")).not.toMatch(/" (301|308|405|413|50\d) /);
			expect(window.faults).toEqual([]);
		});

		if (isLong)
			test("an upload goes on by itself after nginx was restarted and a node was lost in its middle", async () => {
				let leaves = () => {};
				const isAway = new Promise<void>((resolve) => {
					leaves = resolve;
				});
				let isDisturbed = false;
				await page.route("**/file", async (route) => {
					await route.continue();
					if (isDisturbed || route.request().method() !== "PATCH") return;
					isDisturbed = true;
					second?.process.kill("SIGKILL");
					await nginx.restart(leaves);
				});
				// The next page is opened meanwhile, too.
				await page.route("**/assets/ImportPage-*.js", async (route) => {
					await isAway;
					await route.continue();
				});
				await upload("autumn.zip", await archive("4012", 12 * MIB));
				await page.getByRole("heading", { name: "What it would change" }).waitFor();
				expect(isDisturbed).toBe(true);
				await page.getByRole("button", { name: "Import", exact: true }).click();
				await page.getByRole("heading", { name: "What it changed" }).waitFor();
			});
	});
});
