import { join } from "node:path";
import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandLine, runCommands } from "../../test/support/command-line.ts";
import { sqliteLibrary } from "../platform/db/sqlite/library.ts";
import { type AddCommand, type CommandLine, exitCodes } from "./command-line.ts";
import { commands } from "./commands.ts";

const { DatabaseSync } = sqliteLibrary();

const { packshot, settings, begin, remove } = commandLine();
beforeAll(begin);
afterAll(remove);

const added = await Promise.all(Object.values(commands).map((load) => load()));

/** Every command that does something, as typed, and its mandatory options. */
function everyCommand(): [words: string[], mandatory: string[]][] {
	const program = new Command();
	for (const add of added) add(program, {} as CommandLine);
	const named = (command: Command, before: string[]): [string[], string[]][] => {
		const words = [...before, command.name()];
		if (command.commands.length > 0) return command.commands.flatMap((each) => named(each, words));
		const mandatory = command.options.filter((option) => option.mandatory);
		return [[words, mandatory.flatMap(({ long }) => [long ?? "", "x"])]];
	};
	return program.commands.flatMap((command) => named(command, []));
}

const typed = everyCommand().map(([words, mandatory]) => [words.join(" "), words, mandatory] as const);

describe.each(typed)("%s", (name, words, mandatory) => {
	test("has an example in its help that calls it", async () => {
		const { code, stdout } = await packshot(...words, "--help");
		expect(code).toBe(exitCodes.success);
		expect(stdout).toContain(`$ packshot ${name}`);
	});

	test("rejects an unknown option as wrong usage, on stderr and as JSON", async () => {
		const { code, stderr, document } = await packshot(...words, ...mandatory, "--nonsense", "--json");
		expect(code).toBe(exitCodes.usage);
		expect(document.error).toBe("unknown option '--nonsense'");
		expect(stderr).toBe(`packshot: ${document.error}\n`);
	});
});

test("an option with a slip of the pen is named with the one that it resembles, in one line", async () => {
	const { stderr } = await packshot("alert", "publish", "--withholds");
	expect(stderr).toBe("packshot: unknown option '--withholds' (Did you mean --withhold?)\n");
});

describe("an empty list says so, and is [] as JSON", () => {
	test.each([
		["client", /^there are no clients; create one with packshot client create/],
		["user", /^there are no accounts; create one with packshot user create/],
	])("%s", async (name, words) => {
		expect((await packshot(name, "list")).stdout).toMatch(words);
		expect((await packshot(name, "list", "--json")).document).toEqual([]);
	});
});

describe("a misplaced or unknown command", () => {
	test.each([["--help"], ["ps_client_x"]])(
		"ledger %s is wrong usage and points to credits ledger",
		async (argument) => {
			const { code, stderr } = await packshot("ledger", argument);
			expect(code).toBe(exitCodes.usage);
			expect(stderr).toContain("packshot credits ledger");
		},
	);

	test("an unknown command is wrong usage and reported as JSON", async () => {
		const { code, document } = await packshot("nowhere", "--json");
		expect([code, document.error]).toEqual([exitCodes.usage, "unknown command 'nowhere'"]);
	});
});

describe("with --json a failure is printed as JSON with the same exit code", () => {
	test.each([
		[
			"no such client",
			["client", "show", "ps_client_x"],
			exitCodes.failure,
			"there is no client ps_client_x",
		],
		["a missing option", ["client", "create"], exitCodes.usage, "required option '--name <name>' is missing"],
		["a missing argument", ["remove"], exitCodes.usage, "missing required argument 'barcode'"],
		[
			"a bad amount",
			["credits", "grant", "x", "ten"],
			exitCodes.usage,
			'an amount is a number such as 10 or 2.5, not "ten"',
		],
		["half a command", ["credits"], exitCodes.usage, "no command given: the help above lists them"],
	])("%s", async (_what, args, code, error) => {
		const result = await packshot(...args, "--json");
		expect([result.code, result.document]).toEqual([code, { error }]);
	});

	test("--json after -- is an argument", async () => {
		const { stdout } = await packshot("client", "show", "--", "--json");
		expect(stdout).toBe("");
	});
});

const HOSTILE = "Shop\u001b[2J\n   9.9   1.0e-30   ps_client_innocent\u202e\u009b";

/** Sets a name that only a version without validation would have accepted. */
function rename(clientId: string): void {
	const database = new DatabaseSync(join(settings.PACKSHOT_DATA, "packshot.sqlite"), { timeout: 5000 });
	database.prepare("update client set name = ? where client_id = ?").run(HOSTILE, clientId);
	database.close();
}

describe("terminal control characters are escaped", () => {
	const says: AddCommand = (program, line) => {
		program.command("say").action(() => line.print({ name: HOSTILE }, [`   9.9   ${HOSTILE}`]));
		program.command("warn").action(() => line.warn(HOSTILE));
		program.command("fail").action(() => {
			throw new TypeError(HOSTILE);
		});
	};
	const plain = /^[\x20-\x7e\n]*$/;

	test("in text output, where each line stays a single line", async () => {
		const { stdout } = await runCommands([says], ["say"], {});
		expect(stdout).toMatch(plain);
		expect(stdout.trimEnd().split("\n")).toHaveLength(1);
	});

	test("in JSON, which still parses to the same value", async () => {
		const { stdout, document } = await runCommands([says], ["say", "--json"], {});
		expect(stdout).toMatch(plain);
		expect(document).toEqual({ name: HOSTILE });
	});

	test.each(["warn", "fail"])("on stderr: %s", async (name) => {
		const { stderr } = await runCommands([says], [name], {});
		expect(stderr).toMatch(plain);
		expect(stderr.split("\n").filter((each) => each.includes("ps_client_innocent"))).toHaveLength(1);
	});

	test("in the name of a client created by an earlier version", async () => {
		const { document } = await packshot("client", "create", "--name", "Shop", "--json");
		rename(document.client_id);
		const { stdout } = await packshot("client", "list");
		expect(stdout.trimEnd().split("\n")).toHaveLength(2);
		expect(stdout).toMatch(plain);
		const shown = await packshot("client", "show", document.client_id);
		expect(shown.stdout).toMatch(plain);
		expect((await packshot("client", "update", document.client_id, "--rpm", "5")).code).toBe(
			exitCodes.success,
		);
		expect((await packshot("client", "list", "--json")).document[0].client_name).toBe(HOSTILE);
	});
});

describe("names and notes with invisible characters are wrong usage", () => {
	test.each([
		["client", "create", "--name"],
		["client", "create", "--name", "Shop", "--brand"],
		["client", "create", "--name", "Shop", "--department"],
		["credits", "grant", "ps_client_x", "1", "--note"],
		["import", "x.csv", "--batch"],
		["import", "x.csv", "--ownership"],
		["import", "x.csv", "--uploaded-by"],
		["maintenance", "on", "--message"],
		["user", "create", "--email"],
	])("%s %s %s %s %s %s", async (...args) => {
		const { code, stderr } = await packshot(...args.filter((each) => each !== undefined), HOSTILE);
		expect(code).toBe(exitCodes.usage);
		expect(stderr.trimEnd().split("\n")).toHaveLength(1);
	});
});
