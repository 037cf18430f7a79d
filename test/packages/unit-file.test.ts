import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pack } from "../../scripts/packed.ts";
import { textOf } from "../../site/pages.ts";
import { urlOf } from "../support/built-server.ts";
import { ON_A_BUSY_MACHINE } from "../support/busy-machine.ts";

/** The systemd unit, its settings and the documented way to run commands beside it, on the program as it is installed. Paths are moved into a folder. */

const folder = mkdtempSync(join(tmpdir(), "packshot-unit-"));
const unit = () => moved(textOf("docs/deploy/packshot.service"));
const settings = join(folder, "etc/packshot.env");

/** Every absolute path that the documents name, below the folder; Node.js is the one of the tests. */
function moved(text: string): string {
	return text
		.replaceAll("/usr/bin/node", process.execPath)
		.replaceAll(/\/(?=opt\/packshot|etc\/packshot\.env|var\/lib\/packshot)/g, `${folder}/`);
}

beforeAll(async () => {
	const { file } = pack(folder);
	for (const name of ["etc", "opt/packshot", "var/lib"]) mkdirSync(join(folder, name), { recursive: true });
	// As systemd makes it, and sets its mode again before each start.
	mkdirSync(ofUnit("WorkingDirectory"));
	chmodSync(ofUnit("WorkingDirectory"), Number.parseInt(ofUnit("StateDirectoryMode"), 8));
	const words = [
		"install",
		"--prefix",
		join(folder, "opt/packshot"),
		"--prefer-offline",
		"--no-audit",
		"--no-fund",
	];
	await promisify(execFile)("npm", [...words, file], { cwd: folder });
	writeFileSync(settings, moved(textOf("docs/deploy/packshot.env")));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A setting of the unit. */
function ofUnit(name: string): string {
	const [, value = ""] = new RegExp(`^${name}=(.*)$`, "m").exec(unit()) ?? [];
	return value;
}

/** The script with which the documents run commands, without the change of the user. */
function script(): string {
	const [, text = ""] = /```text\n(#!\/bin\/sh\n[\s\S]*?)```/.exec(textOf("docs/production.md")) ?? [];
	if (!text.includes("sudo -u packshot ")) throw new Error(`another script: ${text}`);
	const file = join(folder, "packshot");
	writeFileSync(file, moved(text).replace("sudo -u packshot ", ""), { mode: 0o755 });
	return file;
}

test("the unit's command serves the installed program with the settings of its file, and commands act on the same installation", async () => {
	expect(ofUnit("EnvironmentFile")).toBe(settings);
	const [program = "", ...words] = ofUnit("ExecStart").split(" ");
	const given = parseEnv(readFileSync(settings, "utf8")) as Record<string, string>;
	expect(given.PACKSHOT_DATA).toBe(ofUnit("WorkingDirectory"));
	const server = spawn(program, [...words, "--port", "0"], {
		cwd: ofUnit("WorkingDirectory"),
		env: { ...ON_A_BUSY_MACHINE, ...given },
		stdio: ["ignore", "ignore", "pipe"],
	});
	let printed = "";
	server.stderr.on("data", (text) => {
		printed += text;
	});
	try {
		const health = await fetch(`${await urlOf(server)}/health`);
		expect(health.status).toBe(200);
		const command = (...args: string[]) =>
			execFileSync(script(), args, { cwd: tmpdir(), env: { PATH: process.env.PATH }, encoding: "utf8" });
		const { client_id } = JSON.parse(command("client", "create", "--name", "Corner shop", "--json"));
		expect(command("client", "list")).toContain(client_id);
		expect(existsSync(join(folder, "var/lib/packshot/packshot.sqlite"))).toBe(true);
	} finally {
		const ended = once(server, "exit");
		server.kill(ofUnit("KillSignal") as NodeJS.Signals);
		expect(await ended).toEqual([0, null]);
		expect(printed).not.toContain("warning");
	}
});

const ANALYZE = "/usr/bin/systemd-analyze";
if (!existsSync(ANALYZE)) console.info(`${ANALYZE} is not installed: the unit is not verified`);

test.skipIf(!existsSync(ANALYZE))("systemd finds nothing wrong with the unit", () => {
	const file = join(folder, "packshot.service");
	writeFileSync(file, unit());
	const { status, stdout, stderr } = spawnSync(ANALYZE, ["verify", "--man=no", file], { encoding: "utf8" });
	expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
});
