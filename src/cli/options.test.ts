import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Option } from "commander";
import { expect, test } from "vitest";

/** The parser returns `--call-off` as `callOff`, whatever a command's type of options declares: nothing else keeps the two consistent. */

const files = readdirSync(import.meta.dirname)
	.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
	.map((name) => ({ name, text: readFileSync(join(import.meta.dirname, name), "utf8") }));

const FLAGS = /\.(?:option|requiredOption)\(\s*"(-[^"]+)"/g;

function propertiesOf(text: string): string[] {
	return [...text.matchAll(FLAGS)].map(([, flags = ""]) => new Option(flags).attributeName());
}

/** Identifiers in the code, ignoring string literals. */
function namesIn(text: string): Set<string> {
	const code = text.replace(/"(?:[^"\\\n]|\\.)*"/g, '""');
	return new Set(code.match(/[A-Za-z_]\w*/g));
}

test("every option's parsed name occurs in the file that declares it", () => {
	const unread = files.flatMap(({ name, text }) => {
		const names = namesIn(text);
		return propertiesOf(text)
			.filter((property) => !names.has(property))
			.map((property) => `${name}: ${property}`);
	});
	expect(unread).toEqual([]);
	expect(files.flatMap(({ text }) => propertiesOf(text)).length).toBeGreaterThan(50);
});

test("every property of a command's options interface is a declared option", () => {
	const unknown = files.flatMap(({ name, text }) => {
		const [, members = ""] = /interface \w+Options \{([^}]*)\}/.exec(text) ?? [];
		const flags = new Set(propertiesOf(text));
		const own = [...members.matchAll(/readonly (\w+)\??:/g)].map(([, member = ""]) => member);
		return flags.size === 0
			? []
			: own.filter((member) => !flags.has(member)).map((member) => `${name}: ${member}`);
	});
	expect(unknown).toEqual([]);
});
