import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Packed, pack } from "../../scripts/packed.ts";
import { sbomOfProgram } from "../../scripts/sbom.ts";
import { VERSION } from "../../src/version.ts";
import { urlOf } from "../support/built-server.ts";
import { ON_A_BUSY_MACHINE } from "../support/busy-machine.ts";
import { problemsOf } from "../support/cyclonedx.ts";
import { testPicture } from "../support/picture.ts";

/**
 * The tarballs of `npm pack`, installed into an empty folder outside this checkout. Dependencies come from npm's cache, or from the registry
 * if they are missing there.
 */

const folder = mkdtempSync(join(tmpdir(), "packshot-tarballs-"));
const data = join(folder, "data");
const environment = {
	...process.env,
	NODE_ENV: undefined,
	NODE_PATH: undefined,
	...ON_A_BUSY_MACHINE,
	PACKSHOT_DATA: data,
	npm_config_prefer_offline: "true",
};
const run = async (program: string, ...args: string[]) =>
	promisify(execFile)(program, args, { cwd: folder, env: environment, encoding: "utf8" });
const packshot = async (...args: string[]) =>
	JSON.parse((await run("node_modules/.bin/packshot", ...args, "--json")).stdout);

let tarballs: Readonly<Record<"service" | "sdk" | "pull" | "marking" | "conformance", Packed>>;
let installing: string;

beforeAll(async () => {
	tarballs = {
		service: pack(folder),
		sdk: pack(folder, "sdk"),
		pull: pack(folder, "packshot-pull"),
		marking: pack(folder, "marking"),
		conformance: pack(folder, "conformance"),
	};
	const files = Object.values(tarballs).map(({ file }) => file);
	const { stdout, stderr } = await run("npm", "install", "--no-audit", ...files);
	installing = stdout + stderr;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function megabytes(path: string): number {
	const bytes = readdirSync(path, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile())
		.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
	return bytes / 1e6;
}

test("the tarballs hold what is used, and are small", () => {
	const { service, sdk, pull, marking, conformance } = tarballs;
	const sizes = Object.entries(tarballs).map(
		([name, { bytes, unpackedBytes }]) =>
			`${name} ${Math.round(bytes / 1000)} KB (${Math.round(unpackedBytes / 1000)} KB unpacked)`,
	);
	console.info(sizes.join(", "));
	expect(service.bytes).toBeLessThan(5_000_000);
	expect(service.unpackedBytes).toBeLessThan(11_500_000);
	expect(sdk.bytes).toBeLessThan(155_000);
	expect(pull.bytes).toBeLessThan(135_000);
	expect(marking.bytes).toBeLessThan(120_000);
	expect(conformance.bytes).toBeLessThan(70_000);
	expect(conformance.files.toSorted()).toEqual([
		"LICENSE",
		"README.md",
		"dist/licences.txt",
		"dist/main.js",
		"package.json",
	]);
	const tops = new Set(service.files.map((path) => path.split("/")[0]));
	expect([...tops].sort()).toEqual([
		"CHANGELOG.md",
		"LICENSE",
		"README.md",
		"dist",
		"docs",
		"package.json",
		"scripts",
	]);
	expect(service.files.filter((path) => /\.map$|\.test\.|\.tsx?$|built-from/.test(path))).toEqual([]);
	const isCompressed = (path: string) => service.files.includes(`${path}.br`);
	expect(service.files.filter(isCompressed), "the server unpacks the copies").toEqual([]);
	expect(service.files).toEqual(
		expect.arrayContaining([
			"dist/licences.txt",
			"dist/docs/index.html.br",
			"dist/docs/index.html.gz",
			"dist/docs/licences.txt",
			"dist/web/index.html",
			"dist/web/licences.txt",
			"docs/operators.md",
		]),
	);
});

test("the licences of bundled packages are included", () => {
	const kept = (path: string) => readFileSync(join(folder, "node_modules/packshot/dist", path), "utf8");
	for (const name of ["fastify", "kysely", "typebox"])
		expect(kept("licences.txt")).toMatch(new RegExp(`^${name} \\d`, "m"));
	expect(kept("docs/licences.txt")).toMatch(/^minisearch \d/m);
	for (const name of ["react", "@mantine/core"])
		expect(kept("web/licences.txt")).toMatch(new RegExp(`^${name} \\d`, "m"));
});

test("the bill of materials names what is installed and what is bundled, nothing else, and is valid CycloneDX", () => {
	const bom = sbomOfProgram(folder);
	expect(problemsOf(bom)).toEqual([]);
	const { name, version, type } = bom.metadata.component;
	expect([name, version, type]).toEqual(["packshot", VERSION, "application"]);
	const names = bom.components.map((component) => component.name);
	expect(names).toEqual(expect.arrayContaining(["pg", "sharp", "fastify", "react", "minisearch"]));
	for (const other of ["vitest", "typescript", "packshot", "packshot-pull", "@packshot/sdk"])
		expect(names).not.toContain(other);
	expect(JSON.stringify(bom)).not.toContain("file:");
	expect(problemsOf({ ...bom, components: [{ name: "x" }] })).not.toEqual([]);
});

test("an installation has no build tools or bundled packages, and npm warns of no mismatch or deprecation", () => {
	expect(installing).not.toMatch(/EBADENGINE|deprecated|ERESOLVE/);
	const names = readdirSync(join(folder, "node_modules"));
	for (const name of ["typescript", "tsx", "tsdown", "vite", "vitest", "react", "fastify"])
		expect(names).not.toContain(name);
	// What reads labels is optional.
	const optional = names.filter((name) => /^@?tesseract/.test(name));
	expect(optional).toHaveLength(3);
	const sizeOf = (name: string) => megabytes(join(folder, "node_modules", name));
	const reading = optional.reduce((sum, name) => sum + sizeOf(name), 0);
	const size = sizeOf("") - reading;
	console.info(`installed ${Math.round(size)} MB, and ${Math.round(reading)} MB that read labels`);
	expect(size).toBeLessThan(165);
	expect(reading).toBeLessThan(70);
});

test.each(["sdk", "pull", "marking", "conformance"] as const)(
	"%s installs by itself where nothing else is",
	async (name) => {
		const alone = join(folder, `alone-${name}`);
		mkdirSync(alone);
		const words = ["install", "--prefix", alone, "--no-audit", "--no-fund", "--ignore-scripts"];
		await run("npm", ...words, tarballs[name].file);
		const bins = join(alone, "node_modules/.bin");
		const command = {
			sdk: "packshot-pull",
			pull: "packshot-pull",
			conformance: "packshot-conformance",
			marking: undefined,
		}[name];
		if (command) expect((await run(join(bins, command), "--help")).stdout).toContain(command);
		else {
			const program =
				'import("@packshot/marking/deliver").then((has) => console.log(Object.keys(has).length > 0))';
			const words = ["--input-type=module", "-e", program];
			const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: alone });
			expect(stdout).toBe("true\n");
		}
	},
);

test("the command migrates, imports, passes doctor and prints its version", async () => {
	const { original } = await testPicture("front", {}, Date.now());
	mkdirSync(join(folder, "in"));
	writeFileSync(join(folder, "in/4011_front.jpg"), original);
	writeFileSync(
		join(folder, "in/products.ndjson"),
		'{"barcode": "4011", "info": {"brand": "Golden Sheaf ✡"}}\n',
	);
	await packshot("migrate");
	const imported = await packshot("import", "in");
	expect(imported).toMatchObject({ images: { created: 1 }, products: { created: 1 }, refused: [] });
	expect((await packshot("doctor")).healthy).toBe(true);
	expect((await run("node_modules/.bin/packshot", "--version")).stdout).toMatch(
		new RegExp(`^${VERSION} \\(build [0-9a-f]{12}\\)\n$`),
	);
});

test("`npx ./packshot-….tgz serve` serves the API and the pages; the SDK, packshot-pull and the conformance checks work against it", async () => {
	const client = await packshot(
		"client",
		"create",
		...["--name", "Corner shop", "--credits", "20", "--rpm", "5000"],
	);
	const server = await serveByNpx();
	try {
		const health = await (await fetch(`${server.origin}/api/v1/health`)).json();
		expect(health).toMatchObject({ status: "ok", version: VERSION });
		const page = await fetch(server.origin);
		expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<title>")]);
		const docs = await fetch(`${server.origin}/docs`);
		expect([docs.status, await docs.text()]).toEqual([
			200,
			expect.stringContaining("Packshot documentation"),
		]);

		const credentials = { baseUrl: server.origin, clientId: client.client_id, apiKey: client.api_key };
		writeFileSync(
			join(folder, "read.mjs"),
			`import { createPackshot } from "@packshot/sdk";
			import { decodePrepared } from "@packshot/marking/deliver";
			const packshot = createPackshot(${JSON.stringify(credentials)});
			const { product_meta } = await packshot.products.get("4011", { include: ["info"] });
			console.log(product_meta.brand, typeof decodePrepared);`,
		);
		expect((await run(process.execPath, "read.mjs")).stdout).toBe("Golden Sheaf ✡ function\n");

		writeFileSync(join(folder, "codes.csv"), "barcode\n4011\n");
		Object.assign(environment, {
			PACKSHOT_URL: server.origin,
			PACKSHOT_CLIENT_ID: client.client_id,
			PACKSHOT_API_KEY: client.api_key,
		});
		const wanted = ["--yes", "--include", "product_meta,images", "--variants", "front"];
		await run("node_modules/.bin/packshot-pull", "codes.csv", "--out", "out", ...wanted);
		expect(readdirSync(join(folder, "out")).join("\n")).toMatch(/^4011_front-[0-9a-f]{10}\.jpg$/m);

		const checks = ["--client-id", client.client_id, "--junit", "junit.xml", "--html", "report.html"];
		const { stdout } = await run("node_modules/.bin/packshot-conformance", server.origin, ...checks);
		expect(stdout).toMatch(/^\d{2,} kept, 0 broken, /m);
		expect(readFileSync(join(folder, "junit.xml"), "utf8")).toContain('failures="0"');
		expect(readFileSync(join(folder, "report.html"), "utf8")).toContain("The server keeps all ");
	} finally {
		await server.interrupt();
	}
	await expect(fetch(server.origin)).rejects.toThrow();
	expect((await packshot("doctor")).healthy).toBe(true);
});

/** Starts the server in a folder that contains only the tarball. */
async function serveByNpx() {
	const apart = join(folder, "apart");
	mkdirSync(apart);
	const name = basename(tarballs.service.file);
	copyFileSync(tarballs.service.file, join(apart, name));
	const child = spawn("npx", ["--yes", `./${name}`, "serve", "--port", "0"], {
		cwd: apart,
		env: environment,
		stdio: ["ignore", "ignore", "pipe"],
		detached: true,
	});
	const exit = once(child, "exit");
	return {
		origin: new URL(await urlOf(child)).origin,
		/** Like Ctrl-C, which signals the whole process group. */
		async interrupt(): Promise<void> {
			process.kill(-(child.pid as number), "SIGINT");
			await exit;
			removeFromNpxCache();
		},
	};
}

/** npx caches every package it has run. */
function removeFromNpxCache(): void {
	const cache = join(execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim(), "_npx");
	for (const name of readdirSync(cache)) {
		const manifest = join(cache, name, "package.json");
		if (existsSync(manifest) && readFileSync(manifest, "utf8").includes(`${basename(folder)}/apart`)) {
			rmSync(join(cache, name), { recursive: true });
		}
	}
}
