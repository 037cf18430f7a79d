import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Option } from "commander";
import { expect, test } from "vitest";

/** The parser returns `--call-off` as `callOff`, whatever a command's type of options declares: nothing else keeps the two consistent. */

/** Files that declare or read the same options count as one. `--json` is looked up in the arguments themselves. */
const TOGETHER: Readonly<Record<string, string>> = {
	"doctor-live.ts": "doctor.ts",
	"policy-options.ts": "client.ts",
	"table-options.ts": "import.ts",
};
const texts = new Map<string, string>();
for (const name of readdirSync(import.meta.dirname)) {
	if (!name.endsWith(".ts") || name.endsWith(".test.ts") || name === "command-line.ts") continue;
	const file = TOGETHER[name] ?? name;
	texts.set(file, (texts.get(file) ?? "") + readFileSync(join(import.meta.dirname, name), "utf8"));
}
const files = [...texts].map(([name, text]) => ({ name, text }));

const FLAGS = /\.(?:option|requiredOption)\(\s*"(-[^"]+)"/g;

function propertiesOf(text: string): string[] {
	return [...text.matchAll(FLAGS)].map(([, flags = ""]) => new Option(flags).attributeName());
}

/** The types of a command's options. */
const TYPES =
	/(?:interface (?:\w*Options(?: extends \w+)?|GivenPolicy)|\boptions:|\.action\([^)]*\}:) \{([^{}]*)\}/g;

/** The names by which a file reads options: those in their types, which the compiler checks the code against, and those in code without types. */
function namesRead(text: string): Set<string> {
	const types = [...text.matchAll(TYPES)].map(([, members = ""]) => members).join("\n");
	const names = [...types.matchAll(/(\w+)\??:/g), ...text.matchAll(/(?<!-)\boptions\.(\w+)/g)];
	return new Set(names.map(([, name = ""]) => name));
}

test("every option is read by the name that the parser gives it", () => {
	const unread = files.flatMap(({ name, text }) => {
		const names = namesRead(text);
		return propertiesOf(text)
			.filter((property) => !names.has(property))
			.map((property) => `${name}: ${property}`);
	});
	expect(unread).toEqual([]);
	expect(files.flatMap(({ text }) => propertiesOf(text)).length).toBeGreaterThan(50);
});

test("every property that a command reads is a declared option", () => {
	const unknown = files.flatMap(({ name, text }) => {
		const flags = new Set(propertiesOf(text));
		return flags.size === 0
			? []
			: [...namesRead(text)].filter((read) => !flags.has(read)).map((read) => `${name}: ${read}`);
	});
	expect(unknown).toEqual([]);
});
