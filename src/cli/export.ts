import { resolve } from "node:path";
import { countWithheld } from "../catalogue/withholding/count-withheld.ts";
import {
	EXPORT_FORMATS,
	type ExportOrder,
	type ExportReport,
	exportCatalogue,
} from "../operations/export/export-catalogue.ts";
import { counted } from "../platform/counted.ts";
import { type AddCommand, examples, UsageFailure } from "./command-line.ts";
import { countingBar } from "./counting-bar.ts";

interface ExportOptions {
	readonly format: ExportOrder["format"];
	readonly pictures: boolean;
	readonly gs1: boolean;
	readonly skipMissing: boolean;
}

export const addExport: AddCommand = (program, line) => {
	program
		.command("export <folder>")
		.description(
			"export the whole catalogue, metadata and original pictures, to a new folder that `packshot import` can read; works while a server runs",
		)
		.option(
			"--format <format>",
			"metadata format: ndjson or csv; products that CSV cannot represent are written as NDJSON",
			"ndjson",
		)
		.option("--no-pictures", "export metadata only")
		.option("--gs1", "name pictures according to the GS1 Product Image Specification", false)
		.option(
			"--skip-missing",
			"leave out pictures whose originals are missing or damaged, and list them",
			false,
		)
		.addHelpText(...examples("export catalogue-2027-01-31", "export catalogue --format csv --gs1"))
		.action((name: string, { format, pictures, gs1, skipMissing }: ExportOptions) => {
			if (!EXPORT_FORMATS.includes(format))
				throw new UsageFailure(`--format takes ${EXPORT_FORMATS.join(" or ")}`);
			return line.withInstallation(async (installation) => {
				const folder = resolve(name);
				const bar = countingBar("exporting");
				const report = await exportCatalogue(
					installation,
					{ folder, format, pictures, gs1, skipMissing },
					(done) => bar.show(`${counted(done.products, "product")}  ${counted(done.pictures, "picture")}`),
				).finally(() => bar.end());
				const withheld = await countWithheld(installation.db);
				if (withheld > 0)
					line.warn(
						`live alerts withhold hechshers of ${counted(withheld, "product")}; the export holds the hechshers and not the alerts, so an import serves them. A backup or a move takes both`,
					);
				line.print(documentOf(folder, report), summary(folder, report, format === "csv"));
			});
		});
};

function documentOf(folder: string, { products, inCsv, pictures, pictureBytes, missing }: ExportReport) {
	return { folder, products, in_csv: inCsv, pictures, picture_bytes: pictureBytes, missing };
}

function summary(folder: string, report: ExportReport, hasCsv: boolean): string[] {
	const { products, inCsv, pictures, pictureBytes, missing } = report;
	return [
		folder,
		`products   ${products}`,
		...(hasCsv
			? [
					`in CSV     ${inCsv}; the other ${products - inCsv} are in metadata.ndjson because CSV cannot represent them`,
				]
			: []),
		`pictures   ${pictures}, ${Math.ceil(pictureBytes / 1e6)} MB`,
		...missing.map((picture) => `missing    ${picture}`),
	];
}
