import { readLines } from "@packshot/tables/lines";
import { MAX_RECORD_BYTES } from "./read.ts";
import { findExports } from "./sources.ts";

/** Whether a file is an export of Open Food Facts rather than one of our own: its records have a `code` and no `barcode`. */
export async function isOpenFoodFacts(path: string): Promise<boolean> {
	for await (const source of findExports([path])) {
		if (source.kind !== "metadata") return false;
		try {
			for await (const line of readLines(source.chunks(), { maxLineBytes: MAX_RECORD_BYTES })) {
				if ("reason" in line) return false;
				if (line.text.trim() === "") continue;
				const names = source.format === "ndjson" ? namesOfRecord(line.text) : namesOfHeader(line.text);
				return names.includes("code") && !names.includes("barcode");
			}
		} catch {
			return false;
		}
	}
	return false;
}

function namesOfRecord(text: string): readonly string[] {
	const record: unknown = JSON.parse(text);
	return typeof record === "object" && record !== null ? Object.keys(record) : [];
}

function namesOfHeader(text: string): readonly string[] {
	return text.split(text.includes("\t") ? "\t" : ",").map((name) => name.trim().replace(/^"(.*)"$/, "$1"));
}
