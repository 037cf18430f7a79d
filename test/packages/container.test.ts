import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VERSION } from "../../src/version.ts";
import { ON_A_BUSY_MACHINE } from "../support/busy-machine.ts";
import {
	buildImage,
	readImage,
	readStages,
	runContainer,
	textsOf,
	whyNoContainer,
} from "../support/container.ts";
import { freePort } from "../support/free-port.ts";

/**
 * The container of the Dockerfile, without a container engine or a registry: its commands build the root file system on this machine's Debian,
 * and
 * kernel namespaces reproduce its user, volume, entry point, health check and stop signal. Base images are not fetched.
 */

const why = whyNoContainer();
if (why) console.log(`skipped: ${why}`);

test("the image contains only the last stage, which runs no commands", () => {
	const stages = readStages();
	expect(stages.map(({ name, from }) => [name, from.includes("NODE_IMAGE")])).toEqual([
		["tarball", true],
		["root", true],
		[undefined, false],
	]);
	const last = stages.at(-1)!;
	expect(textsOf(last, "RUN")).toEqual([]);
	expect([last.from, textsOf(last, "COPY")]).toEqual(["scratch", ["/rootfs /"]]);
	expect(readImage()).toMatchObject({
		user: "10001:10001",
		volume: "/data",
		stopSignal: "SIGTERM",
		command: ["serve"],
	});
});

describe.skipIf(why)("the container", () => {
	let image: ReturnType<typeof buildImage>;
	let running: Awaited<ReturnType<typeof runContainer>>;
	let port: number;

	beforeAll(async () => {
		image = buildImage();
		// Initialise the volume as an engine would: contents, owner and mode as in the image.
		const data = join(image.folder, "data");
		mkdirSync(data);
		const { uid, gid, mode } = statSync(join(image.rootFolder, "data"));
		chownSync(data, uid, gid);
		chmodSync(data, mode & 0o777);
		port = await freePort();
		running = await runContainer(image.rootFolder, data, {
			...ON_A_BUSY_MACHINE,
			PACKSHOT_PORT: String(port),
			PACKSHOT_HOST: "127.0.0.1",
		});
		while (!running.said().includes("serving")) {
			if (running.unshared.exitCode !== null) throw new Error(running.said());
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	});
	afterAll(() => {
		running?.unshared.kill("SIGKILL");
		image?.remove();
	});

	const node = (program: string) => running.execute("/usr/bin/node", "-e", program);
	const command = (...words: string[]) => running.execute(...readImage().entrypoint, ...words);

	test("is under 300 MB and has neither a shell nor a package manager", () => {
		const files = readdirSync(image.rootFolder, { recursive: true, withFileTypes: true }).filter((each) =>
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
			expect(existsSync(join(image.rootFolder, path))).toBe(false);
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
		expect(statSync(join(image.folder, "data/packshot.sqlite")).uid).toBe(10_001);
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

	test("is healthy while it serves, and unhealthy where nothing answers", () => {
		const { healthCheck } = readImage();
		expect(running.execute(...healthCheck)).toMatchObject({ status: 0 });
		const elsewhere = healthCheck.map((word) => word.replace("process.env.PACKSHOT_PORT", "1"));
		expect(running.execute(...elsewhere)).toMatchObject({ status: 1 });
	});

	test("shuts down cleanly on SIGTERM", async () => {
		const exit = once(running.unshared, "exit");
		process.kill(running.pid, "SIGTERM");
		expect((await exit)[0]).toBe(0);
		expect(running.said()).not.toMatch(/"level":[456]0/);
	});
});
