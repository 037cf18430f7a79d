import { readFileSync } from "node:fs";
import { parseDocument } from "yaml";
import { unmappable } from "../imports/formats/mapping.ts";
import type { TableChoices } from "../imports/formats/metadata-table.ts";
import { type Mapping, mappingOf } from "../imports/formats/table-columns.ts";
import { CommandFailure, UsageFailure } from "./command-line.ts";

/**
 * The combined mapping of `--map COLUMN=FIELD` and a file of `COLUMN: FIELD` lines; undefined if neither is given.
 * @param choices how the tables are read, as far as that was said @throws UsageFailure, CommandFailure naming a column or field that does not exist, before anything is imported.
 */
export async function columnMapping(
	paths: readonly string[],
	map: readonly string[],
	file: string | undefined,
	choices: TableChoices,
): Promise<Mapping | undefined> {
	if (map.length === 0 && file === undefined) return undefined;
	const made = mappingOf([...(file === undefined ? [] : pairsOfFile(file)), ...map.map(pairOf)]);
	if ("reason" in made) throw new UsageFailure(`the column mapping cannot be used: ${made.reason}`);
	const problem = await unmappable(paths, { ...choices, mapping: made.mapping });
	if (problem !== undefined) throw new CommandFailure(`nothing was imported: ${problem}`);
	return made.mapping;
}

/** A column name may contain an equals sign, a field name never does. */
function pairOf(text: string): [string, string] {
	const at = text.lastIndexOf("=");
	if (at < 1) throw new UsageFailure(`--map takes COLUMN=FIELD, such as brandName=info.brand, not "${text}"`);
	return [text.slice(0, at), text.slice(at + 1)];
}

function pairsOfFile(file: string): [string, string][] {
	const document = parseDocument(readFileSync(file, "utf8"));
	const [error] = document.errors;
	if (error) throw new CommandFailure(`${file}: ${error.message.split("\n")[0]}`);
	const content: unknown = document.toJS();
	const pairs = typeof content === "object" && content !== null ? Object.entries(content) : [];
	const wrong = pairs.find(([, field]) => typeof field !== "string");
	if (pairs.length === 0 || wrong || Array.isArray(content))
		throw new CommandFailure(`${file}: expected lines such as "brandName: info.brand"`);
	return pairs as [string, string][];
}
