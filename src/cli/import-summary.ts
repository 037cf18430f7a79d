import { basename } from "node:path";
import type { FieldEdit } from "../catalogue/history/edited-fields.ts";
import type { ImportOrder } from "../imports/import-order.ts";
import {
	type FoundBarcode,
	type ImportReport,
	type Listed,
	type OtherForm,
	type ReportedValue,
	refusedCount,
} from "../imports/report.ts";
import { countedNotes, notesInWords } from "../pictures/store/quality-notes.ts";
import { counted } from "../platform/counted.ts";
import { isoTime } from "../platform/time/clock.ts";

/** Number of items of each kind that are listed in text output; `--json` lists more. */
const LISTED = 20;
const EXAMPLES = 5;
const NAMED = 5;

/** The JSON document. What only the pages show, such as the cells of refused rows, is left out. */
export function documentOf(report: ImportReport, dryRun: boolean, editors: Editors = new Map()) {
	const { products, images, refused, unmarkable, noted, ignored, unfetched } = report;
	const { unlisted, tables, valuesLost, valuesChanged, matched, newForms, filledUp } = report;
	const { looksShortened, wrongCheckDigits, newProducts, onlyPictured } = report;
	const examples = ({ count, first }: Listed<ReportedValue>) => ({ count, examples: first });
	return {
		products,
		images,
		refused: refused.map(({ source, line, reason }) => ({
			source,
			...(line === undefined ? {} : { line }),
			reason,
		})),
		unmarkable,
		noted,
		ignored,
		unfetched,
		tables: tables.first.map(({ source, words }) => ({ source, read_as: words })),
		remarks: remarksOf(report).map(([remark, { count, source, line }]) => ({ remark, count, source, line })),
		...(unlisted.count > 0 ? { refused_unlisted: unlisted.count } : {}),
		values_lost: examples(valuesLost),
		values_changed: examples(valuesChanged),
		values_edited: {
			count: report.valuesEdited.count,
			examples: report.valuesEdited.first.map(({ edit, ...value }) => ({
				...value,
				edited_by: editorOf(edit, editors),
				edited_at: isoTime(edit.atMs),
			})),
		},
		absent: {
			count: report.absent.count,
			examples: report.absent.first.map(({ barcode, atMs }) => ({ barcode, delivered_at: isoTime(atMs) })),
		},
		matched: matched.first,
		...unlistedForms("matched_unlisted", matched),
		new_forms: newForms.first,
		...unlistedForms("new_forms_unlisted", newForms),
		filled_up: filledUp.first,
		...unlistedForms("filled_up_unlisted", filledUp),
		looks_shortened: looksShortened.first,
		...unlistedForms("looks_shortened_unlisted", looksShortened),
		wrong_check_digits: wrongCheckDigits.first,
		...unlistedForms("wrong_check_digits_unlisted", wrongCheckDigits),
		...(dryRun ? { new_products: newProducts.first, only_pictured: onlyPictured.first } : {}),
		...(dryRun ? unlistedForms("new_products_unlisted", newProducts) : {}),
		...(dryRun ? unlistedForms("only_pictured_unlisted", onlyPictured) : {}),
	};
}

function unlistedForms(name: string, { count, first }: Listed<FoundBarcode>) {
	return count > first.length ? { [name]: count - first.length } : {};
}

/** The text output: counts, then values and barcodes to look at, then pictures, then rejections with reasons. */
export function importSummary(
	report: ImportReport,
	{ dryRun, keepsEdited, delivery }: Pick<ImportOrder, "dryRun" | "keepsEdited" | "delivery">,
	editors: Editors = new Map(),
): string[] {
	const { products, images, refused, unmarkable, noted, ignored } = report;
	const reasons = refused.map((each) => `${placeOf(each)}: ${each.reason}`);
	return [
		...(dryRun ? ["Nothing was changed. An import would do this:"] : []),
		...listed(
			"read",
			report.tables.first.filter(({ isUsual }) => !isUsual).map(({ source, words }) => `${source}: ${words}`),
		),
		...remarkLines(report),
		`products   ${products.created} created, ${products.updated} updated, ${products.unchanged} unchanged`,
		`pictures   ${images.created} created, ${images.updated} updated, ${images.unchanged} unchanged`,
		...valueLines("lost", `${counted(report.valuesLost.count, "stored value")} erased`, report.valuesLost),
		...valueLines(
			"changed",
			`${counted(report.valuesChanged.count, "stored value")} replaced by another`,
			report.valuesChanged,
		),
		...barcodeLines(report),
		...editedLines(report, keepsEdited, editors),
		...absentLines(report, delivery?.absent ?? "leave"),
		...formLines(report),
		...(dryRun ? newLines(report) : []),
		...(unmarkable.length > 0
			? [`unmarkable ${unmarkable.length}, too small or flat for the invisible mark`]
			: []),
		...listed("unmarkable", unmarkable),
		...(noted.length > 0 ? [`noted      ${noted.length} imported anyway: ${countedNotes(noted)}`] : []),
		...listed(
			"noted",
			noted.map(({ source, notes }) => `${source}: ${notesInWords(notes)}`),
		),
		...(ignored.length > 0 ? [ignoredLine(ignored)] : []),
		`refused    ${refusedCount(report)}`,
		...listed("refused", reasons, refusedCount(report)),
	];
}

/** The most frequent first. */
function remarksOf({ remarks }: ImportReport) {
	return [...remarks].sort(([, one], [, other]) => other.count - one.count);
}

function remarkLines(report: ImportReport): string[] {
	return remarksOf(report).map(
		([text, { count, ...first }]) => `noticed    ${count} ${text}; the first in ${placeOf(first)}`,
	);
}

function placeOf({ source, line }: { readonly source: string; readonly line?: number }): string {
	return `${source}${line === undefined ? "" : `, line ${line}`}`;
}

function valueLines(label: string, text: string, { count, first }: Listed<ReportedValue>): string[] {
	if (count === 0) return [];
	const shown = first.slice(0, EXAMPLES).map(({ barcode, field, before, after }) => {
		const next = after === null ? "" : ` → ${JSON.stringify(after)}`;
		return `${barcode} ${field}: ${JSON.stringify(before)}${next}`;
	});
	return [`${label.padEnd(10)} ${text}, such as:`, ...shown.map((line) => `${label.padEnd(10)} ${line}`)];
}

/** Barcodes that are probably misprinted, in a sentence; `undefined` if there are none. */
export function misprintsInWords({ wrongCheckDigits: { count, first } }: ImportReport): string | undefined {
	if (count === 0) return undefined;
	const named = first.slice(0, NAMED).map((found) => `${found.barcode} (${placeOf(found)})`);
	return `${counted(count, "barcode")} with a wrong check digit, such as ${named.join(", ")}`;
}

/** Barcodes that were filled up, or should be looked at. */
function barcodeLines({ filledUp, looksShortened, wrongCheckDigits }: ImportReport): string[] {
	return [
		...exampleLines(
			"filled up",
			`${counted(filledUp.count, "barcode")} that had lost leading zeros in a table`,
			filledUp,
			(form) => `${placeOf(form)}: ${form.barcode} → ${form.product}`,
		),
		...exampleLines(
			"short",
			`${counted(looksShortened.count, "barcode")} may have lost leading zeros and stayed as they are`,
			looksShortened,
			(form) => `${placeOf(form)}: ${form.barcode}, perhaps ${form.product}`,
		),
		...exampleLines(
			"misprint",
			`${counted(wrongCheckDigits.count, "barcode")} with a wrong check digit`,
			wrongCheckDigits,
			(found) => `${placeOf(found)}: ${found.barcode}`,
		),
	];
}

/** What a dry run would create. */
function newLines({ newProducts, onlyPictured }: ImportReport): string[] {
	const line = (found: FoundBarcode) => `${found.barcode}, ${placeOf(found)}`;
	return [
		...exampleLines("new", counted(newProducts.count, "new product"), newProducts, line),
		...exampleLines(
			"no data",
			`${counted(onlyPictured.count, "new product")} of which there is nothing but a picture`,
			onlyPictured,
			line,
		),
	];
}

function exampleLines<Item>(
	label: string,
	text: string,
	{ count, first }: Listed<Item>,
	lineOf: (item: Item) => string,
): string[] {
	if (count === 0) return [];
	const lines = first.slice(0, EXAMPLES).map((item) => `${label.padEnd(10)} ${lineOf(item)}`);
	const more =
		count > EXAMPLES ? [`${label.padEnd(10)} … and ${count - EXAMPLES} more; --json lists them`] : [];
	return [`${label.padEnd(10)} ${text}, such as:`, ...lines, ...more];
}

function editedLines(
	{ valuesEdited: { count, first } }: ImportReport,
	isKept: boolean,
	editors: Editors,
): string[] {
	if (count === 0) return [];
	const shown = first.slice(0, EXAMPLES).map(({ barcode, field, before, after, edit }) => {
		const by = editorOf(edit, editors);
		const day = isoTime(edit.atMs).slice(0, 10);
		return `${barcode} ${field}: ${JSON.stringify(before)} → ${JSON.stringify(after ?? "")}, edited${by === null ? "" : ` by ${by}`} on ${day}`;
	});
	const what = isKept ? "kept" : "not kept (--keep-edited keeps them)";
	return [
		`edited     ${counted(count, "value")} that a person had edited, ${what}, such as:`,
		...shown.map((each) => `edited     ${each}`),
	];
}

const ABSENT_WORDS = {
	leave: "left as they are (--absent mark or --absent remove)",
	mark: "marked as not delivered any more",
	remove: "removed",
} as const;

function absentLines(
	{ absent: { count, first } }: ImportReport,
	choice: keyof typeof ABSENT_WORDS,
): string[] {
	if (count === 0) return [];
	const shown = first.map(
		({ barcode, atMs }) => `${barcode}, last delivered on ${isoTime(atMs).slice(0, 10)}`,
	);
	return [
		`absent     ${counted(count, "product")} of an earlier delivery that this one lacks: ${ABSENT_WORDS[choice]}`,
		...listed("absent", shown, count),
	];
}

/** E-mail addresses by account. */
type Editors = ReadonlyMap<string, string>;

function editorOf({ accountId, byName }: FieldEdit, editors: Editors): string | null {
	return (accountId === null ? null : editors.get(accountId)) ?? byName;
}

function formLines({ matched, newForms }: ImportReport): string[] {
	const shown = (label: string, { first, count }: Listed<OtherForm>, joint: string) =>
		listed(
			label,
			first.map((form) => `${placeOf(form)}: ${form.barcode} ${joint} ${form.product}`),
			count,
		);
	return [
		...(matched.count > 0
			? [`matched    ${matched.count} by their GTIN, of which the catalogue has another form`]
			: []),
		...shown("matched", matched, "is"),
		...(newForms.count > 0
			? [`two forms  ${counted(newForms.count, "new product")} whose GTIN is in this import in another form`]
			: []),
		...shown("two forms", newForms, "beside"),
	];
}

/** A single line, because ignored files need no action. */
function ignoredLine(ignored: readonly string[]): string {
	const names = [...new Set(ignored.map((source) => basename(source)))];
	const more = names.length > NAMED ? ", …" : "";
	return `ignored    ${ignored.length} that are not product files: ${names.slice(0, NAMED).join(", ")}${more}`;
}

function listed(label: string, items: readonly string[], count = items.length): string[] {
	const more = count - LISTED;
	const inJson = count > items.length ? `the first ${items.length}` : "all";
	return [
		...items.slice(0, LISTED).map((item) => `${label.padEnd(10)} ${item}`),
		...(more > 0 ? [`${label.padEnd(10)} … and ${more} more; --json lists ${inJson}`] : []),
	];
}
