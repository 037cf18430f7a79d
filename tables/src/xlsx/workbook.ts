import type { TableRow } from "../csv-row.ts";
import { listedNames } from "../reading-words.ts";
import { UnreadableTable } from "../unreadable-table.ts";
import { readMergedCells } from "./merged-cells.ts";
import { readNumberFormats } from "./number-formats.ts";
import { readSharedTexts } from "./shared-texts.ts";
import { readSheet, type SheetContext } from "./sheet.ts";
import { readWholeXml } from "./xml.ts";
import { type Archive, openArchive } from "./zip.ts";

/** A sheet of a workbook, opened. */
interface OpenWorkbook {
	readonly sheet: string;
	/** Other sheets with a table, in their order; hidden ones are left out. */
	readonly otherSheets: readonly string[];
	/** Cells that are merged downwards, and so repeated. */
	readonly mergedCells: number;
	readonly rows: Iterable<TableRow>;
}

/** Each is opened, to see whether it holds anything. */
const MOST_SHEETS = 1000;

interface Sheet {
	readonly name: string;
	readonly isHidden: boolean;
	/** The part of the archive that holds it. */
	readonly part: string;
	/** Charts, and the macros and dialogs of old versions, are sheets without cells. */
	readonly hasCells: boolean;
}

/**
 * Opens a sheet of a workbook (ECMA-376): the one that is named, or the first visible one with a filled cell.
 * @param named name or number, from 1, of a sheet @throws UnreadableTable when there is none, and while rows are read
 */
export function openWorkbook(compressed: Uint8Array, maxUnpackedBytes: number, named?: string): OpenWorkbook {
	const archive = openArchive(compressed, maxUnpackedBytes);
	const parts = partsOf(archive);
	const { sheets, uses1904 } = readSheetList(archive, parts.workbook, parts.related);
	const shown = sheets.filter(({ isHidden, hasCells }) => hasCells && !isHidden);
	const context: SheetContext = {
		uses1904,
		texts: parts.texts === undefined ? [] : readSharedTexts(archive, parts.texts),
		formatOf: readNumberFormats(archive, parts.styles ?? ""),
	};
	const isFilled = ({ part }: Sheet) => !readSheet(archive.pieces(part), context).next().done;
	const sheet = named === undefined ? shown.find(isFilled) : sheetNamed(sheets, named);
	if (!sheet) throw nothingFilled(sheets);
	const otherSheets = shown.filter((other) => other !== sheet && isFilled(other)).map(({ name }) => name);
	const merged = readMergedCells(archive.pieces(sheet.part));
	const rows = readSheet(archive.pieces(sheet.part), context, merged);
	return { sheet: sheet.name, otherSheets, mergedCells: merged.length, rows };
}

function sheetNamed(sheets: readonly Sheet[], named: string): Sheet {
	const lower = named.trim().toLowerCase();
	const sheet =
		sheets.find(({ name }) => name.trim().toLowerCase() === lower) ??
		(/^\d{1,4}$/.test(lower) ? sheets[Number(lower) - 1] : undefined);
	if (sheet?.hasCells) return sheet;
	const problem = sheet
		? `has no cells in its sheet "${named}", which is a chart`
		: `has no sheet "${named}"`;
	throw new UnreadableTable(`${problem}. There are: ${listed(sheets.filter(({ hasCells }) => hasCells))}`);
}

function nothingFilled(sheets: readonly Sheet[]): UnreadableTable {
	const hidden = sheets.filter(({ isHidden, hasCells }) => isHidden && hasCells);
	if (hidden.length > 0) {
		return new UnreadableTable(
			`has no table in the sheets that are visible; there are hidden ones: ${listed(hidden)}`,
		);
	}
	return new UnreadableTable(
		sheets.some(({ hasCells }) => hasCells)
			? "is an empty workbook"
			: "is a workbook of charts alone, without a table",
	);
}

function listed(sheets: readonly Sheet[]): string {
	return listedNames(sheets.map(({ name }) => name));
}

interface Related {
	readonly type: string;
	readonly target: string;
}

interface WorkbookParts {
	readonly workbook: string;
	readonly related: ReadonlyMap<string, Related>;
	readonly texts: string | undefined;
	readonly styles: string | undefined;
}

/** @throws UnreadableTable that says what else the archive is */
function partsOf(archive: Archive): WorkbookParts {
	const roots = [...relatedTo(archive, "").values()];
	const workbook = roots.find(({ type }) => type === "officedocument")?.target ?? "xl/workbook.xml";
	if (workbook.endsWith(".bin")) throw new UnreadableTable("is a binary workbook (.xlsb): save it as .xlsx");
	if (!archive.names.has(workbook.toLowerCase())) {
		const isOpenDocument = archive.names.has("content.xml") && archive.names.has("meta-inf/manifest.xml");
		throw new UnreadableTable(
			isOpenDocument
				? "is an OpenDocument file, not an Excel workbook (.xlsx): save it as .xlsx or CSV"
				: "is not an Excel workbook (.xlsx)",
		);
	}
	const related = relatedTo(archive, workbook);
	const partOf = (wanted: string) => [...related.values()].find(({ type }) => type === wanted)?.target;
	return { workbook, related, texts: partOf("sharedstrings"), styles: partOf("styles") };
}

/** What a part is related to, by id. @param part empty for the whole archive */
function relatedTo(archive: Archive, part: string): Map<string, Related> {
	const slash = part.lastIndexOf("/") + 1;
	const folder = part.slice(0, slash);
	const related = new Map<string, Related>();
	readWholeXml(archive.pieces(`${folder}_rels/${part.slice(slash)}.rels`), {
		open(name, attribute) {
			const target = attribute("Target");
			if (name !== "Relationship" || target === undefined || attribute("TargetMode") === "External") return;
			const type = (attribute("Type") ?? "").split("/").at(-1) ?? "";
			related.set(attribute("Id") ?? "", { type: type.toLowerCase(), target: resolved(folder, target) });
		},
		text() {},
		close() {},
	});
	return related;
}

function resolved(folder: string, target: string): string {
	const steps: string[] = [];
	for (const step of (target.startsWith("/") ? target : `${folder}${target}`).split("/")) {
		if (step === "..") steps.pop();
		else if (step !== "" && step !== ".") steps.push(step);
	}
	return steps.join("/");
}

function readSheetList(archive: Archive, workbook: string, related: ReadonlyMap<string, Related>) {
	const sheets: Sheet[] = [];
	let uses1904 = false;
	readWholeXml(archive.pieces(workbook), {
		open(name, attribute) {
			if (name === "workbookPr") uses1904 = ["1", "true"].includes(attribute("date1904") ?? "");
			if (name !== "sheet") return;
			const { type = "", target: part = "" } = related.get(attribute("id") ?? "") ?? {};
			const isHidden = (attribute("state") ?? "visible") !== "visible";
			if (sheets.length >= MOST_SHEETS) throw new UnreadableTable("is too large: it has too many sheets");
			sheets.push({ name: attribute("name") ?? "", isHidden, part, hasCells: type === "worksheet" });
		},
		text() {},
		close() {},
	});
	if (sheets.length === 0) throw new UnreadableTable("is not an Excel workbook (.xlsx) with any sheet");
	return { sheets, uses1904 };
}
