import { once } from "node:events";
import {
	chmodSync,
	chownSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuiltImage, buildImage, openImage } from "../../scripts/image.ts";
import { sbomOfImage } from "../../scripts/sbom.ts";
import { textOf } from "../../site/pages.ts";
import { VERSION } from "../../src/version.ts";
import { ON_A_BUSY_MACHINE } from "../support/busy-machine.ts";
import { type RunningContainer, runContainer, whyNoContainer } from "../support/container.ts";
import { problemsOf } from "../support/cyclonedx.ts";
import { follow } from "../support/documented-commands.ts";
import { freePort } from "../support/free-port.ts";

/**
 * The image as an engine builds it of the Dockerfile, started as user 10001 with a read-only root: that of a release, which is where
 * `PACKSHOT_TEST_IMAGE` says, or one that is built for this.
 */
const released = process.env.PACKSHOT_TEST_IMAGE;

const why = whyNoContainer();
if (why) console.log(`skipped: ${why}`);

describe.skipIf(why)("the container", () => {
	let built: BuiltImage;
	let running: RunningContainer;
	let data: string;
	let port: number;

	beforeAll(async () => {
		built = released ? openImage(released) : buildImage({ onThisMachine: true });
		data = volume("data");
		port = await freePort();
		running = await runContainer(built, data, {
			...ON_A_BUSY_MACHINE,
			PACKSHOT_PORT: String(port),
			PACKSHOT_HOST: "127.0.0.1",
		});
		await until(running, "serving");
	});
	afterAll(() => {
		running?.kill();
		if (!released) built?.remove();
	});

	/** A volume as an engine initialises it: contents, owner and mode as in the image. */
	function volume(...path: string[]): string {
		const folder = join(built.folder, ...path);
		mkdirSync(folder, { recursive: true });
		const { uid, gid, mode } = statSync(join(built.rootFolder, built.image.volume));
		chownSync(folder, uid, gid);
		chmodSync(folder, mode & 0o777);
		return folder;
	}

	async function until({ said, unshared }: RunningContainer, text: string): Promise<void> {
		while (!said().includes(text)) {
			if (unshared.exitCode !== null) throw new Error(said());
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	}

	test("says who runs it, what for, where its data is, and how it is stopped and checked", () => {
		expect(built.image).toMatchObject({
			user: "10001:10001",
			volume: "/data",
			workingFolder: "/data",
			stopSignal: "SIGTERM",
			command: ["serve"],
			environment: { PACKSHOT_DATA: "/data", PACKSHOT_HOST: "0.0.0.0", PACKSHOT_PORT: "8080" },
		});
	});

	const node = (program: string) => running.execute("/usr/bin/node", "-e", program);
	const command = (...words: string[]) => running.execute(...built.image.entrypoint, ...words);

	test("is under 300 MB and has neither a shell nor a package manager", () => {
		const files = readdirSync(built.rootFolder, { recursive: true, withFileTypes: true }).filter((each) =>
			each.isFile(),
		);
		const megabytes =
			files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6;
		console.info(`container ${Math.round(megabytes)} MB`);
		expect(megabytes).toBeLessThan(300);
		const programs = files.filter(({ name }) =>
			/^(sh|bash|dash|busybox|apt|apt-get|dpkg|npm|npx|corepack|yarn)$/.test(name),
		);
		expect(programs.map(({ parentPath, name }) => join(parentPath, name))).toEqual([]);
		for (const path of ["bin/sh", "usr/bin/npm"])
			expect(existsSync(join(built.rootFolder, path))).toBe(false);
	});

	test("recognises print", async () => {
		const words =
			'<svg width="700" height="120"><rect width="700" height="120" fill="white"/><text x="20" y="80" font-size="60">NET WT 12 oz (340g)</text></svg>';
		writeFileSync(join(data, "label.png"), await sharp(Buffer.from(words)).png().toBuffer());
		const { stdout, stderr } = node(`
			const packages = "/opt/packshot/node_modules/";
			const langPath = packages + "@tesseract.js-data/eng/4.0.0";
			require(packages + "tesseract.js")
				.createWorker("eng", 1, { langPath, cacheMethod: "none", gzip: true })
				.then(async (reader) => {
					console.log((await reader.recognize("/data/label.png")).data.text);
					await reader.terminate();
				})`);
		expect(stdout, stderr).toContain("NET WT 12 oz (340g)");
	});

	test("runs as PID 1, as an unprivileged user", () => {
		const status = readFileSync(`/proc/${running.pid}/status`, "utf8");
		expect(status).toMatch(/^Uid:\t10001\t10001\t10001\t10001$/m);
		expect(status).toMatch(/^CapEff:\t0+$/m);
		expect(status).toMatch(/^NoNewPrivs:\t1$/m);
		expect(
			node("console.log(process.getuid(), process.getgroups().join(), fs.readlinkSync('/proc/self'))").stdout,
		).toMatch(/^10001 10001 \d+\n$/);
		expect(status).toMatch(/^NSpid:\t\d+\t1$/m);
	});

	test("writes to its volume and to /tmp and nowhere else", () => {
		const writing = (path: string) => node(`fs.writeFileSync(${JSON.stringify(path)}, "x")`);
		for (const path of ["/x", "/etc/x", "/opt/packshot/x", "/usr/bin/x"])
			expect(writing(path).stderr).toMatch(/EROFS|EACCES/);
		expect(writing("/etc/x").stderr).toContain("EROFS");
		for (const path of ["/tmp/x", "/data/x"]) expect(writing(path)).toMatchObject({ status: 0 });
		node('fs.unlinkSync("/data/x")');
		expect(statSync(join(data, "packshot.sqlite")).uid).toBe(10_001);
	});

	test("serves requests, and its commands run alongside", async () => {
		const health = await (await fetch(`http://127.0.0.1:${port}/api/v1/health`)).json();
		expect(health).toMatchObject({ status: "ok", version: VERSION });
		expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
		const created = command("client", "create", "--name", "Corner shop", "--json");
		expect(created).toMatchObject({ status: 0 });
		expect(JSON.parse(created.stdout).client_name).toBe("Corner shop");
		expect(command("doctor").stdout).toMatch(/^ok {5}database: intact$/m);
	});

	test("imports a file from its volume, and a client reads the product", async () => {
		writeFileSync(
			join(data, "in.ndjson"),
			JSON.stringify({ barcode: "4011", info: { product_name: "Bananas" } }),
		);
		expect(command("import", "/data/in.ndjson")).toMatchObject({ status: 0 });
		const made = command("client", "create", "--name", "Reader", "--credits", "1", "--json");
		const { client_id, api_key } = JSON.parse(made.stdout);
		const api = `http://127.0.0.1:${port}/api/v1`;
		const headers = { "content-type": "application/json" };
		const body = JSON.stringify({ client_id, api_key });
		const tokens = await (await fetch(`${api}/auth/token`, { method: "POST", headers, body })).json();
		const read = await fetch(`${api}/products/4011?include=info`, {
			headers: { authorization: `Bearer ${tokens.access_token}` },
		});
		expect(await read.json()).toMatchObject({
			product_meta: { product_name: "Bananas" },
			meta: { credits_debited: 0.1, credits_remaining: 0.9 },
		});
	});

	test("is healthy while it serves, and unhealthy where nothing answers", () => {
		const { healthCheck } = built.image;
		expect(running.execute(...healthCheck)).toMatchObject({ status: 0 });
		const elsewhere = healthCheck.map((word) => word.replace("process.env.PACKSHOT_PORT", "1"));
		expect(running.execute(...elsewhere)).toMatchObject({ status: 1 });
	});

	test("scanners find what it holds: Debian's release and packages, and those of npm", () => {
		const text = (path: string) => readFileSync(join(built.rootFolder, path), "utf8");
		expect(text("etc/os-release")).toMatch(/^ID=debian$/m);
		for (const name of ["libc6", "libgcc-s1", "libstdc++6"])
			expect(text(`var/lib/dpkg/status.d/${name}`)).toMatch(/^Version: \d/m);
		expect(JSON.parse(text("opt/packshot/node_modules/packshot/package.json")).version).toBe(VERSION);
	});

	test("its bill of materials names Node.js, Debian's packages and everything of the program, and is valid CycloneDX", () => {
		const bom = sbomOfImage(built.rootFolder);
		expect(problemsOf(bom)).toEqual([]);
		expect(bom.metadata.component).toMatchObject({ type: "container", version: VERSION });
		const names = bom.components.map(({ name }) => name);
		expect(names).toEqual(
			expect.arrayContaining(["packshot", "node", "libc6", "libstdc++6", "sharp", "fastify"]),
		);
		expect(bom.components.find(({ name }) => name === "node")?.version).toMatch(/^\d+\.\d+\.\d+$/);
	});

	test("runs the demo, and the commands of README.md do what it says", async () => {
		const cwd = join(built.folder, "tour");
		const tourPort = String(await freePort());
		const demo = await runContainer(
			built,
			volume("tour", "data"),
			{ ...ON_A_BUSY_MACHINE, PACKSHOT_PORT: tourPort, PACKSHOT_HOST: "127.0.0.1" },
			["demo"],
		);
		try {
			await until(demo, "Try it in another terminal");
			linkPackage(cwd, "sharp");
			writeFileSync(join(cwd, "node_modules/.bin/packshot"), wrapper(demo), { mode: 0o755 });
			const env = { PATH: process.env.PATH, HOME: process.env.HOME, npm_config_offline: "true" };
			await follow(textOf("README.md"), { cwd, env, ports: new Map([["8080", tourPort]]) });
		} finally {
			demo.kill();
		}
	});

	/** What the tour runs as `npx packshot`: the command in the container, whose volume is the reader's folder `data`. */
	function wrapper({ entering, environment }: RunningContainer): string {
		const set = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
		const words = ["env", "-i", ...set, ...entering, ...built.image.entrypoint];
		return `#!/bin/bash\nexec ${words.map((word) => `'${word}'`).join(" ")} "\${@/#data//data}"\n`;
	}

	test("shuts down cleanly on SIGTERM", async () => {
		const exit = once(running.unshared, "exit");
		process.kill(running.pid, "SIGTERM");
		expect((await exit)[0]).toBe(0);
		expect(running.said()).not.toMatch(/"level":[456]0/);
	});
});

/** The tour crops a picture with a package of its reader's folder. */
function linkPackage(folder: string, name: string): void {
	mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
	symlinkSync(
		fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url)),
		join(folder, "node_modules", name),
	);
}
