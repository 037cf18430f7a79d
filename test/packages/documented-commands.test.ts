import { execFile } from "node:child_process";
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { pack } from "../../scripts/packed.ts";
import { readContents, textOf } from "../../site/pages.ts";
import { VERSION } from "../../src/version.ts";
import { ON_A_BUSY_MACHINE } from "../support/busy-machine.ts";
import {
	blocksOf,
	follow,
	isAsShown,
	kindsOf,
	type Place,
	run,
	stepsOf,
	withPorts,
} from "../support/documented-commands.ts";
import { freePort } from "../support/free-port.ts";
import { isLong } from "../support/thoroughness.ts";

/**
 * Follows the documents as a reader would, running their commands in a folder with the tarballs installed: the README beside a demo and, in
 * long runs, the tutorials one after the other and the guides. Ports are replaced to avoid clashes with anything else on the machine.
 */

const tutorials =
	readContents(textOf("docs/README.md")).find(({ title }) => title === "Tutorials")?.entries ?? [];
const documents = [
	"README.md",
	...readdirSync(new URL("../../docs/", import.meta.url))
		.filter((name) => name.endsWith(".md"))
		.map((name) => `docs/${name}`),
];
const guides = documents.slice(1).filter((source) => blocksOf(textOf(source)).some(({ whyNot }) => !whyNot));
const folder = mkdtempSync(join(tmpdir(), "packshot-tutorials-"));
const ports = new Map<string, string>();
const database = new URL(inject("postgresUrl") || "postgres://127.0.0.1:5432/postgres");
const shells: number[] = [];

beforeAll(async () => {
	const tarballs = [pack(folder), pack(folder, "packshot-pull")].map(({ file }) => file);
	const words = ["install", "--prefer-offline", "--no-audit", "--no-fund", ...tarballs];
	await promisify(execFile)("npm", words, { cwd: folder });
	writeFileSync(join(folder, ".curlrc"), "retry = 10\n");
	for (const port of ["8080", "8081", "8082", "9464"]) ports.set(port, String(await freePort()));
	ports.set("127.0.0.1:5432", database.host);
	ports.set("/srv", join(folder, "guides/srv"));
});

afterAll(async () => {
	const made = ["photos", "shop"].map((name) => `drop database if exists ${name} with (force)`);
	await ask(...made, "drop role if exists photos");
	for (const pid of shells) endGroup(pid);
	// A tutorial that failed half-way has not stopped nginx, which has its own process group.
	const nginx = join(folder, "nginx/nginx.pid");
	if (existsSync(nginx)) endGroup(Number(readFileSync(nginx, "utf8")));
	rmSync(folder, { recursive: true, force: true });
});

/** Whatever a tutorial left running belongs to its shell's process group. */
function endGroup(pid: number): void {
	try {
		process.kill(-pid, "SIGKILL");
	} catch (fault) {
		if ((fault as NodeJS.ErrnoException).code !== "ESRCH") throw fault;
	}
}

const environment = () => ({
	PATH: `${process.env.PATH}:/usr/sbin`,
	HOME: process.env.HOME,
	PGHOST: database.hostname,
	PGPORT: database.port,
	PGUSER: decodeURIComponent(database.username),
	PGPASSWORD: decodeURIComponent(database.password),
	PGDATABASE: database.pathname.slice(1),
	PACKSHOT_PORT: ports.get("8080"),
	...ON_A_BUSY_MACHINE,
	// Has a configuration that makes curl retry after temporary refusals.
	CURL_HOME: folder,
	npm_config_offline: "true",
});

async function ask(...statements: readonly string[]): Promise<void> {
	const words = statements.flatMap((statement) => ["-c", statement]);
	await promisify(execFile)("psql", ["-q", ...words], { env: environment() });
}

const place = (more: Record<string, string> = {}, cwd = folder): Place => ({
	cwd,
	env: { ...environment(), ...more },
	ports,
	onShell: (pid) => shells.push(pid),
});

test("there are seven tutorials, and they say why when a command is not run", () => {
	expect(tutorials.map(({ source }) => source)).toEqual(
		[
			"first-product",
			"woocommerce",
			"shopify",
			"google-merchant",
			"tills",
			"tracing-a-leak",
			"two-machines",
		].map((name) => `docs/tutorials/${name}.md`),
	);
	const blocks = tutorials.flatMap(({ source }) => blocksOf(textOf(source)));
	const left = blocks.flatMap(({ commands, whyNot }) => (whyNot ? [`${commands.trim()}: ${whyNot}`] : []));
	console.info(`${blocks.length} blocks of commands, not run: ${left.join("; ")}`);
	expect(blocks.length).toBeGreaterThan(20);
	expect(left).toEqual([
		`npm install ./packshot-${VERSION}.tgz: the test installs the same tarball beforehand`,
		`npm install ./packshot-pull-${VERSION}.tgz: the test installs the same tarball beforehand`,
	]);
	const fences = tutorials.flatMap(({ source }) => textOf(source).match(/^```\w*$/gm) ?? []);
	expect(fences.length).toBe(2 * blocks.length);
	expect(readdirSync(folder)).toEqual(
		expect.arrayContaining([`packshot-${VERSION}.tgz`, `packshot-pull-${VERSION}.tgz`]),
	);
});

test.each(isLong ? tutorials : [])("the commands of $name do what it says", async ({ source }) => {
	await follow(textOf(source), place());
});

test("every block in the README and guides names its language, and says why when its commands are not run", () => {
	const kinds = ["http", "ini", "json", "python", "sh", "sql", "text", "ts", "yaml"];
	const unmarked = documents.flatMap((source) =>
		kindsOf(textOf(source))
			.filter((kind) => !kinds.includes(kind))
			.map((kind) => `${source}: ${kind}`),
	);
	expect(unmarked).toEqual([]);
	const blocks = documents.flatMap((source) => blocksOf(textOf(source)));
	const left = blocks.flatMap(({ commands, whyNot }) =>
		whyNot ? [`${commands.split("\n")[0]}: ${whyNot}`] : [],
	);
	console.info(`${blocks.length} blocks of commands in README and guides, not run:\n${left.join("\n")}`);
	expect(blocks.length - left.length).toBeGreaterThanOrEqual(28);
	expect(left.length).toBeLessThanOrEqual(14);
});

test("no documented command hides how it ended", () => {
	const commands = [...tutorials.map(({ source }) => source), ...documents].flatMap((source) =>
		blocksOf(textOf(source)).flatMap((block) =>
			block.commands.split("\n").map((line) => `${source}: ${line}`),
		),
	);
	expect(commands.filter((line) => /(\|\||;)\s*(test|true|:|\[)(\s|$)/.test(line))).toEqual([]);
});

test("output that differs from what is shown is detected", () => {
	expect(isAsShown('{"a":1,…}\n', '{"a":1,"b":2}')).toBe(true);
	expect(isAsShown('{"a":1,\n"b":2,…}', '{"a":1,"b":2,"c":3}')).toBe(true);
	expect(isAsShown("…2 created…", "products 3 created")).toBe(false);
	expect(isAsShown("200 200", "200 502 200")).toBe(false);
	expect(stepsOf("a\nb\n# one\n#\n# two\nc\n")).toEqual([
		{ commands: "a\nb", output: "one\n\ntwo\n" },
		{ commands: "c", output: "" },
	]);
	expect(kindsOf("```sh\na\n```\n\n```\nb\n```\n")).toEqual(["sh", ""]);
});

/** Starts the demo in the background. */
const DEMO = `
export PACKSHOT_WEBHOOKS=on PACKSHOT_METRICS_PORT=9464
node ../node_modules/packshot/dist/main.js demo > demo.log 2>&1 & echo $! > demo.pid
until curl -sf http://127.0.0.1:8080/api/v1/health && [ -s data/demo-credentials.json ]; do kill -0 $(cat demo.pid); sleep 0.5; done`;

/** A client for the reader, and pictures that were leaked. */
const READER = `
API=http://127.0.0.1:8080/api/v1
npx packshot client create --name "Reader" --credits 50 --json > reader.json
curl -sf $API/auth/token -H 'Content-Type: application/json' -d @reader.json | node -p 'JSON.parse(fs.readFileSync(0)).access_token' > token
for name in found.jpg found-1.jpg found-2.png; do
  curl -sfL -o $name "$API/products/2990000050038/image?variant=front" -H "Authorization: Bearer $(cat token)"
done`;

describe("beside a demo", () => {
	const cwd = join(folder, "guides");
	const inFolder = async (commands: string) => {
		const { code, outputs, stderr } = await run([{ commands, output: "" }], place({}, cwd));
		expect(code, `${outputs}${stderr}`).toBe(0);
	};
	beforeAll(async () => {
		ports.set("8080", String(await freePort()));
		writeReadersFiles(cwd);
		await inFolder(DEMO);
	});

	test("the commands of README.md do what it says", () => follow(textOf("README.md"), place({}, cwd)));

	if (isLong) {
		describe("with a client", () => {
			let reader: Record<string, string>;
			beforeAll(async () => {
				await inFolder(READER);
				const key = JSON.parse(readFileSync(join(cwd, "reader.json"), "utf8"));
				reader = {
					BASE: withPorts("http://127.0.0.1:8080", ports),
					CLIENT_ID: key.client_id,
					API_KEY: key.api_key,
					TOKEN: readFileSync(join(cwd, "token"), "utf8").trim(),
					// From a received webhook message.
					WEBHOOK_ID: "evt_01JV9Y3Q6ZP0W8M4N2K7T5R1XS",
					WEBHOOK_TIMESTAMP: "1810384260",
					SECRET: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
				};
			});

			test.each(guides)("the commands of %s do what it says", (source) =>
				follow(textOf(source), place(reader, cwd)),
			);
		});
	}
});

/** The files of a reader of the guides: products and photographs, an Open Food Facts export, and a third-party CSV file with its mapping. */
function writeReadersFiles(cwd: string): void {
	const samples = fileURLToPath(new URL("../../docs/samples/", import.meta.url));
	mkdirSync(join(cwd, "photos"), { recursive: true });
	for (const name of readdirSync(samples))
		copyFileSync(join(samples, name), join(cwd, name.endsWith(".jpg") ? `photos/${name}` : name));
	const record = { code: "2990000050038", product_name: "Cookies", brands: "Crumbleton" };
	writeFileSync(join(cwd, "openfoodfacts-products.jsonl.gz"), gzipSync(JSON.stringify(record)));
	const mapping = /^```yaml\n([\s\S]*?)^```$/m.exec(textOf("docs/own-data.md"))?.[1] ?? "";
	writeFileSync(join(cwd, "gdsn.yaml"), mapping);
	const [, ...columns] = mapping
		.trim()
		.split("\n")
		.map((line) => line.split(":")[0]);
	writeFileSync(join(cwd, "products.csv"), `gtin,${columns}\n2990000099997,${columns}\n`);
	writeFileSync(join(cwd, "body.json"), "{}");
}
