import { type Counts, type ImportReport, type Listed, refusalCauses, refusedCount } from "../report.ts";
import type { ImportSummary } from "./store.ts";

const MOST_CAUSES = 50;
const MOST_NOTED = 100;
const MOST_EXAMPLES = 50;

/** A report as it is stored. @param before report of an interrupted run of the same import: its changes are added, and do not count as unchanged now. */
export function summaryOf(report: ImportReport, tookMs: number, before: ImportSummary | null): ImportSummary {
	const { products, images, unmarkable, noted, ignored, matched } = report;
	return {
		products: together(products, before?.products),
		images: together(images, before?.images),
		refused: refusedCount(report),
		causes: refusalCauses(report)
			.slice(0, MOST_CAUSES)
			.map(([cause, count]) => ({ cause, count })),
		unmarkable: unmarkable.length,
		noted: noted.slice(0, MOST_NOTED),
		notedCount: noted.length,
		ignored: ignored.length,
		// A run that goes on reads them all again.
		tables: report.tables.first.map(({ source, words }) => ({ source, words })),
		remarks: [...report.remarks]
			.map(([text, remark]) => ({ text, ...remark }))
			.sort((one, other) => other.count - one.count),
		valuesLost: joined(before?.valuesLost, report.valuesLost),
		valuesChanged: joined(before?.valuesChanged, report.valuesChanged),
		// Of dry runs, which begin anew.
		pictures: report.pictures,
		newForms: joined(before?.newForms, report.newForms),
		newProducts: joined(before?.newProducts, report.newProducts),
		onlyPictured: joined(before?.onlyPictured, report.onlyPictured),
		// Found again for every line and picture.
		matched: joined(undefined, matched),
		filledUp: joined(undefined, report.filledUp),
		looksShortened: joined(undefined, report.looksShortened),
		wrongCheckDigits: joined(undefined, report.wrongCheckDigits),
		productsRefused: report.productsRefused.size,
		header: report.header,
		unfetched: report.unfetched,
		tookMs: tookMs + (before?.tookMs ?? 0),
	};
}

function joined<Item>(before: Listed<Item> | undefined, now: Listed<Item>): Listed<Item> {
	const first = [...(before?.first ?? []), ...now.first].slice(0, MOST_EXAMPLES);
	return { count: (before?.count ?? 0) + now.count, first };
}

function together(now: Counts, before: Counts | undefined): Counts {
	if (!before) return { ...now };
	return {
		created: before.created + now.created,
		updated: before.updated + now.updated,
		unchanged: Math.max(0, now.unchanged - before.created - before.updated),
	};
}
