import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The text of a generated file, formatted like the rest. @param name whose ending tells the language */
export function formatted(name: string, text: string): string {
	const formatter = spawnSync("node_modules/.bin/biome", ["format", `--stdin-file-path=${name}`], {
		cwd: fileURLToPath(new URL("..", import.meta.url)),
		input: text,
		encoding: "utf8",
	});
	if (formatter.status !== 0) throw new Error(`cannot format ${name}: ${formatter.stderr}`);
	return formatter.stdout;
}
