import { basename, extname } from "node:path/posix";
import type { MetadataFormat } from "../formats/metadata-file.ts";
import { ATTRIBUTION_FILE } from "./attribution.ts";
import { isPicturePath, type PictureName, readPictureName } from "./picture-name.ts";

/** What a file is, judging by its name. */
export type FileClass =
	| { kind: "ignored" }
	| { kind: "archive" }
	| { kind: "metadata"; format: MetadataFormat }
	| ({ kind: "picture" } & PictureName)
	| { kind: "refused"; reason: string };

/** By extension. */
export const METADATA_FORMATS: ReadonlyMap<string, MetadataFormat> = new Map([
	[".ndjson", "ndjson"],
	[".jsonl", "ndjson"],
	[".csv", "table"],
	[".tsv", "table"],
	[".tab", "table"],
	[".txt", "table"],
	[".xlsx", "table"],
	[".xlsm", "table"],
]);

const OTHER_SPREADSHEETS = new Set([".numbers", ".ods", ".xls", ".xlsb"]);

const OTHER_ARCHIVES = new Set([
	".7z",
	".bz2",
	".gz",
	".jar",
	".rar",
	".tar",
	".tbz2",
	".tgz",
	".txz",
	".xz",
	".zipx",
	".zst",
]);

/** Files created by file managers, which nobody wants to import. */
const LEFTOVERS = new Set([".ds_store", "thumbs.db", "ehthumbs.db", "desktop.ini", ".gitkeep", ".directory"]);

/** Files that accompany others and are for human readers. */
const ACCOMPANYING = /^(readme|licen[cs]e|copying|changelog|index)(\.(txt|md|html?|rtf|pdf|docx?))?$/i;

/** Without marks that cannot be seen, such as those of a text's direction, and with blanks of one kind. */
function plainPath(path: string): string {
	return path.replace(/\p{Cf}/gu, "").replace(/\s/gu, " ");
}

/** Determines from a path, with folders separated by `/`, what the file is and whether it can be imported. */
export function classify(named: string): FileClass {
	const path = plainPath(named);
	if (isLeftover(path)) return { kind: "ignored" };
	const ending = extname(path).toLowerCase();
	const format = METADATA_FORMATS.get(ending);
	if (format !== undefined) return { kind: "metadata", format };
	if (ending === ".zip") return { kind: "archive" };
	if (OTHER_SPREADSHEETS.has(ending))
		return {
			kind: "refused",
			reason: "is a spreadsheet in a format that is not read: save it as .xlsx or CSV",
		};
	if (OTHER_ARCHIVES.has(ending)) return { kind: "refused", reason: "of all archives only .zip is read" };
	if (basename(path) === ATTRIBUTION_FILE) {
		return { kind: "refused", reason: "is read with its folder alone, not by itself or from an archive" };
	}
	if (!isPicturePath(path)) {
		return {
			kind: "refused",
			reason:
				"is neither metadata (.ndjson, .jsonl, .csv, .tsv, .txt, .xlsx), a picture (.jpg, .jpeg, .png, .webp, .avif, .tif) nor a .zip",
		};
	}
	const name = readPictureName(path);
	return "reason" in name ? { kind: "refused", reason: name.reason } : { kind: "picture", ...name };
}

/** Whether a path was created by a file manager: macOS resource forks and the like. */
export function isLeftover(path: string): boolean {
	const name = basename(path);
	return (
		ACCOMPANYING.test(name) ||
		LEFTOVERS.has(name.toLowerCase()) ||
		name.startsWith("._") ||
		path.split("/").includes("__MACOSX")
	);
}
