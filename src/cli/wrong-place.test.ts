import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Command } from "commander";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";
import { openSchema, postgresUrl } from "../../test/support/schemas.ts";
import { type CommandLine, exitCodes } from "./command-line.ts";
import { commands } from "./commands.ts";

/** Commands in a folder, or on a database, that holds no installation: most likely its name is mistyped. */

if (!postgresUrl) console.info("PostgreSQL is not installed: no empty database is tested");

/** Those with which an installation begins. */
const BEGINNING = ["serve", "setup", "demo", "import", "restore", "migrate", "user create"];

/** Those that act on none. */
const WITHOUT = ["studio"];

/** Values for arguments and options that are checked before anything is opened. */
const VALUES: Readonly<Record<string, string>> = {
	amount: "5",
	price: "0.2",
	"--email": "a@example.com",
	email: "a@example.com",
	"--name": "A shop",
};

/** Where one of several options must be given. */
const MORE: Readonly<Record<string, readonly string[]>> = {
	"alert publish": ["--kind", "notice", "--barcode", "4011", "--message", "x"],
	"alert end": ["--settled"],
	"certificate set": ["--checked-on", "2026-11-01"],
	move: ["--to", "postgres://packshot@127.0.0.1:1/none"],
	"rights set": ["--creator", "A shop"],
	"user update": ["--role", "tracer"],
};

const added = await Promise.all(Object.values(commands).map((load) => load()));

/** Every command that acts on an installation, with valid arguments. */
function everyOther(): { name: string; words: string[] }[] {
	const program = new Command();
	for (const add of added) add(program, {} as CommandLine);
	const below = (command: Command, before: string[]): { name: string; words: string[] }[] => {
		const words = [...before, command.name()];
		if (command.commands.length > 0) return command.commands.flatMap((each) => below(each, words));
		const values = command.registeredArguments.map((argument) => VALUES[argument.name()] ?? "x");
		const options = command.options
			.filter(({ mandatory }) => mandatory)
			.flatMap(({ long }) => [long ?? "", VALUES[long ?? ""] ?? "x"]);
		const name = words.join(" ");
		return [{ name, words: [...words, ...values, ...options, ...(MORE[name] ?? [])] }];
	};
	return program.commands
		.flatMap((command) => below(command, []))
		.filter(({ name }) => ![...BEGINNING, ...WITHOUT].includes(name));
}

const HOW =
	"name the place of yours in PACKSHOT_DATA or PACKSHOT_DATABASE_URL, or make a new one with packshot serve or packshot import";

describe("in a folder without an installation", () => {
	test.each(everyOther())("$name is refused in one line, and creates nothing", async ({ words }) => {
		const { packshot, folder, settings, remove } = commandLine();
		onTestFinished(remove);
		const { code, stderr, document } = await packshot(...words, "--json");
		const said = `there is no installation in ${settings.PACKSHOT_DATA} (PACKSHOT_DATA, ${settings.PACKSHOT_DATA}): ${HOW}`;
		expect([code, stderr, document]).toEqual([exitCodes.failure, `packshot: ${said}\n`, { error: said }]);
		expect(readdirSync(folder)).toEqual([]);
	});

	test("says where it is when nothing was set", async () => {
		const { packshot, remove } = commandLine({ PACKSHOT_DATA: "" });
		onTestFinished(remove);
		const { stderr } = await packshot("client", "list");
		expect(stderr).toContain(`in ${process.cwd()}/data (PACKSHOT_DATA, by default ./data)`);
		expect(existsSync("data")).toBe(false);
	});

	test("says where a relative folder is", async () => {
		const { packshot, folder, settings, remove } = commandLine();
		onTestFinished(remove);
		const PACKSHOT_DATA = relative(process.cwd(), settings.PACKSHOT_DATA);
		const { stderr } = await commandLine({ PACKSHOT_DATA }).packshot("client", "list");
		expect(stderr).toContain(`in ${settings.PACKSHOT_DATA} (PACKSHOT_DATA, ${PACKSHOT_DATA})`);
		expect([packshot.length, readdirSync(folder)]).toEqual([0, []]);
	});

	test.each([
		["an empty file of that name", (folder: string) => writeFileSync(join(folder, "packshot.sqlite"), "")],
		["other files", (folder: string) => writeFileSync(join(folder, "letter.txt"), "x")],
	])("a folder with %s holds none, and stays as it is", async (_what, fill) => {
		const { packshot, settings, remove } = commandLine();
		onTestFinished(remove);
		mkdirSync(settings.PACKSHOT_DATA);
		fill(settings.PACKSHOT_DATA);
		const before = readdirSync(settings.PACKSHOT_DATA);
		const { code, stderr } = await packshot("doctor");
		expect([code, stderr]).toEqual([
			exitCodes.failure,
			expect.stringContaining("there is no installation in"),
		]);
		expect(readdirSync(settings.PACKSHOT_DATA)).toEqual(before);
	});

	test("a case file is checked anywhere", async () => {
		const { packshot, folder, remove } = commandLine();
		onTestFinished(remove);
		const file = join(folder, "case.tar");
		writeFileSync(file, "no archive");
		const { stderr } = await packshot("trace", "--case", file);
		expect(stderr).not.toContain("there is no installation");
		expect(readdirSync(folder)).toEqual(["case.tar"]);
	});
});

describe.skipIf(!postgresUrl)("on a PostgreSQL database without an installation", () => {
	test.each(everyOther())("$name is refused, and changes nothing", async ({ words }) => {
		const schema = await openSchema(`${process.pid} ${performance.now()}`);
		onTestFinished(() => schema.drop());
		const url = new URL(schema.url);
		url.password = "a-password";
		const { packshot, folder, remove } = commandLine({
			PACKSHOT_DATABASE_URL: url.href,
			PACKSHOT_SECRET: "s".repeat(40),
		});
		onTestFinished(remove);
		const { code, stderr } = await packshot(...words);
		const shown = `postgres://${url.username ? `${url.username}@` : ""}${url.host}${url.pathname}`;
		const said = `there is no installation in ${shown} (PACKSHOT_DATABASE_URL): ${HOW}`;
		expect([code, stderr]).toEqual([exitCodes.failure, `packshot: ${said}\n`]);
		expect(readdirSync(folder)).toEqual([]);
		expect(await tablesIn(schema.url)).toEqual([]);
	});
});

async function tablesIn(url: string): Promise<unknown[]> {
	const client = new Client(url);
	await client.connect();
	const { rows } = await client.query("select tablename from pg_tables where schemaname = current_schema()");
	await client.end();
	return rows;
}
