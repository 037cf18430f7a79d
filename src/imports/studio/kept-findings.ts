import { appendFile, readFile } from "node:fs/promises";

/** What was found of files, kept beside what is made of them, so that a second run goes on where the first one was ended. */
export interface Findings {
	get<T>(key: string): T | undefined;
	add(key: string, found: unknown): Promise<void>;
}

/** @param file one line of JSON each; a line that was not written to its end counts as missing */
export async function openFindings(file: string): Promise<Findings> {
	const text = await readFile(file, "utf8").catch((fault: NodeJS.ErrnoException) => {
		if (fault.code === "ENOENT") return "";
		throw fault;
	});
	const known = new Map(text.split("\n").flatMap(entryOf));
	// The end of a line that was cut off must not become the beginning of the next one.
	let start = text === "" || text.endsWith("\n") ? "" : "\n";
	return {
		get: <T>(key: string) => known.get(key) as T | undefined,
		async add(key, found) {
			known.set(key, found);
			const line = `${start}${JSON.stringify([key, found])}\n`;
			start = "";
			await appendFile(file, line);
		},
	};
}

function entryOf(line: string): [string, unknown][] {
	try {
		const entry: unknown = JSON.parse(line);
		return Array.isArray(entry) && entry.length === 2 ? [[String(entry[0]), entry[1]]] : [];
	} catch {
		return []; // cut off: found out again
	}
}
