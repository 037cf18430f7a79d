import { encodingNamed } from "@packshot/tables/encoding";
import { parseDocument } from "yaml";
import { isColumnMapping, type Mapping, mappingOfPairs } from "../imports/formats/mapping/column-mapping.ts";
import type { ColumnMapping } from "../imports/formats/mapping/mapping-shape.ts";
import { headerProblem, type TableChoices } from "../imports/formats/metadata-table.ts";
import { findSources } from "../imports/sources/sources.ts";
import { CommandFailure, UsageFailure } from "./command-line.ts";
import { readTextFile } from "./text-file.ts";

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
	const made = mappingOfPairs([...(file === undefined ? [] : pairsOfFile(file)), ...map.map(pairOf)]);
	if ("reason" in made) throw new UsageFailure(`the column mapping cannot be used: ${made.reason}`);
	const problem = await unmappable(paths, { ...choices, mapping: made.mapping });
	if (problem !== undefined) throw new CommandFailure(`nothing was imported: ${problem}`);
	return made.mapping;
}

/** What is wrong with the first table without one of the mapped columns; undefined if they all have them. */
async function unmappable(paths: readonly string[], choices: TableChoices): Promise<string | undefined> {
	for await (const source of findSources(paths)) {
		if (source.kind !== "metadata" || source.format !== "table") continue;
		const problem = await headerProblem(source.chunks(), choices);
		if (problem !== undefined) return `${source.source}: ${problem}`;
	}
	return undefined;
}

/** A column name may contain an equals sign, a field name never does. */
function pairOf(text: string): [string, string] {
	const at = text.lastIndexOf("=");
	if (at < 1) throw new UsageFailure(`--map takes COLUMN=FIELD, such as brandName=info.brand, not "${text}"`);
	return [text.slice(0, at), text.slice(at + 1)];
}

function pairsOfFile(file: string): [string, ColumnMapping[string]][] {
	const document = parseDocument(readTextFile(file));
	const [error] = document.errors;
	if (error) throw new CommandFailure(`${file}: ${error.message.split("\n")[0]}`);
	const content: unknown = document.toJS();
	if (!isColumnMapping(content) || Object.keys(content).length === 0)
		throw new CommandFailure(`${file}: expected lines such as "brandName: info.brand"`);
	return Object.entries(content);
}

export interface TableOptions {
	readonly encoding?: string;
	readonly delimiter?: string;
	readonly sheet?: string;
}

/** How the tables of an import are read, as far as options say. @throws UsageFailure for an encoding or a delimiter that there is not */
export function tableChoices({ encoding, delimiter, sheet }: TableOptions): Omit<TableChoices, "mapping"> {
	if (encoding !== undefined && !isEncoding(encoding))
		throw new UsageFailure(
			`--encoding takes the name of an encoding, such as utf-8, windows-1255, windows-1251 or cp862, not "${encoding}"`,
		);
	// A tab is hard to type in a command line.
	const character = delimiter === "tab" || delimiter === "\\t" ? "\t" : delimiter;
	if (character !== undefined && !/^[^"\r\n]$/u.test(character))
		throw new UsageFailure(`--delimiter takes one character, or tab, not "${delimiter}"`);
	return { encoding, delimiter: character, sheet };
}

function isEncoding(name: string): boolean {
	try {
		return encodingNamed(name).name !== "";
	} catch {
		return false;
	}
}
