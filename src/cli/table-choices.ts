import type { TableChoices } from "../imports/formats/metadata-table.ts";
import { UsageFailure } from "./command-line.ts";

interface TableOptions {
	readonly encoding?: string;
	readonly delimiter?: string;
	readonly sheet?: string;
}

/** How the tables of an import are read, as far as options say. @throws UsageFailure for an encoding or a delimiter that there is not */
export function tableChoices({ encoding, delimiter, sheet }: TableOptions): Omit<TableChoices, "mapping"> {
	if (encoding !== undefined && !isEncoding(encoding))
		throw new UsageFailure(
			`--encoding takes the name of an encoding, such as utf-8, windows-1255 or windows-1252, not "${encoding}"`,
		);
	// A tab is hard to type in a command line.
	const character = delimiter === "tab" || delimiter === "\\t" ? "\t" : delimiter;
	if (character !== undefined && !/^[^"\r\n]$/u.test(character))
		throw new UsageFailure(`--delimiter takes one character, or tab, not "${delimiter}"`);
	return { encoding, delimiter: character, sheet };
}

function isEncoding(name: string): boolean {
	try {
		return new TextDecoder(name).encoding !== "";
	} catch {
		return false;
	}
}
