import { stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { DOUBTS, type FolderReport } from "../imports/studio/report-text.ts";
import { studioFolder } from "../imports/studio/studio-folder.ts";
import { createStudioPool } from "../imports/studio/studio-pool.ts";
import { type AddCommand, examples, exitCodes, UsageFailure } from "./command-line.ts";
import { countingBar } from "./counting-bar.ts";

export const addStudio: AddCommand = (program, line) => {
	program
		.command("studio <folder>")
		.description(
			"group raw pictures of goods, named as cameras name them, by the barcodes on them, cut them out of a plain background, and write a folder that `packshot import` reads; needs no installation, and a second run goes on where the first one was ended",
		)
		.requiredOption("--out <folder>", "the folder to write; nothing in it is overwritten but its README.txt")
		.option("--with-uncertain", "write groups, too, that somebody should look at", false)
		.addHelpText(...examples("studio DCIM/ --out spring", "import spring"))
		.action(async (given: string, options: { readonly out: string; readonly withUncertain: boolean }) => {
			const [folder, out] = [resolve(given), resolve(options.out)];
			await requireApart(folder, out);
			const pool = createStudioPool();
			const bar = countingBar("studio");
			const { withUncertain } = options;
			const report = await studioFolder({ folder, out, withUncertain }, pool, (said) =>
				bar.show(said),
			).finally(() => {
				bar.end();
				return pool.close();
			});
			line.print({ folder: out, ...report }, summary(out, report));
			if (report.refused.length > 0) line.exitWith(exitCodes.partlyRefused);
		});
};

/** What is written must not be taken for raw pictures by the next run. */
async function requireApart(folder: string, out: string): Promise<void> {
	const found = await stat(folder).catch(() => undefined);
	if (!found?.isDirectory()) throw new UsageFailure(`${folder} is not a folder`);
	const way = relative(folder, out);
	if (way === "" || !/^\.\.(?:[/\\]|$)/.test(way))
		throw new UsageFailure("--out has to be outside of the folder of raw pictures");
}

function summary(
	out: string,
	{ pictures, groups, written, kept, notCutOut, refused }: FolderReport,
): string[] {
	const uncertain = groups.filter(({ doubts }) => doubts.length > 0);
	return [
		out,
		`pictures   ${pictures}`,
		`products   ${groups.length}, ${uncertain.length} of them uncertain`,
		`written    ${written.length}; ${kept.length} were there before`,
		...notCutOut.map(({ name, reason }) => `no cut-out ${name}: ${reason}`),
		...refused.map(({ name, reason }) => `refused    ${name}: ${reason}`),
		...uncertain.map(
			({ barcode, front, back, doubts }) =>
				`uncertain  ${barcode ?? "no barcode"} ${front ?? back}: ${doubts.map((doubt) => DOUBTS[doubt]).join("; ")}`,
		),
	];
}
