import { strToU8, zipSync } from "fflate";

/** A sheet of a workbook written by hand. */
interface SheetFixture {
	readonly name: string;
	/** XML of its rows; undefined for a chart. */
	readonly rows?: string;
	readonly state?: string;
}

interface WorkbookFixture {
	readonly sheets: readonly SheetFixture[];
	readonly sharedTexts?: string;
	readonly styles?: string;
	readonly workbookPr?: string;
	readonly more?: Readonly<Record<string, string>>;
}

const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

function relationships(all: readonly (readonly [id: string, type: string, target: string])[]): string {
	const each = all.map(
		([id, type, target]) => `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`,
	);
	return `<?xml version="1.0"?><Relationships>${each.join("")}</Relationships>`;
}

/** The files of a workbook. */
export function workbookFiles({ sheets, sharedTexts, styles, workbookPr = "", more = {} }: WorkbookFixture) {
	const parts = sheets.map(({ rows }, at) =>
		rows === undefined
			? (["chartsheet", `chartsheets/sheet${at + 1}.xml`, "<chartsheet/>"] as const)
			: ([
					"worksheet",
					`worksheets/sheet${at + 1}.xml`,
					`<worksheet><sheetData>${rows}</sheetData></worksheet>`,
				] as const),
	);
	const list = sheets.map(
		({ name, state }, at) =>
			`<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ""} r:id="rId${at + 1}"/>`,
	);
	const related = parts.map(([type, target], at) => [`rId${at + 1}`, type, target] as const);
	return {
		"_rels/.rels": relationships([["rId1", "officeDocument", "xl/workbook.xml"]]),
		"xl/workbook.xml": `<workbook>${workbookPr}<sheets>${list.join("")}</sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": relationships([
			...related,
			["t", "sharedStrings", "sharedStrings.xml"],
			["s", "styles", "/xl/styles.xml"],
		]),
		...(sharedTexts === undefined ? {} : { "xl/sharedStrings.xml": `<sst>${sharedTexts}</sst>` }),
		...(styles === undefined ? {} : { "xl/styles.xml": `<styleSheet>${styles}</styleSheet>` }),
		...Object.fromEntries(parts.map(([, target, xml]) => [`xl/${target}`, xml])),
		...more,
	};
}

export function zipped(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
	return zipSync(
		Object.fromEntries(
			Object.entries(files).map(([name, content]) => [
				name,
				typeof content === "string" ? strToU8(content) : content,
			]),
		),
	);
}

export function workbook(fixture: WorkbookFixture): Uint8Array {
	return zipped(workbookFiles(fixture));
}
