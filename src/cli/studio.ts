import { stat } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { DOUBTS, type FolderReport } from "../imports/studio/report-text.ts";
import { studioFolder } from "../imports/studio/studio-folder.ts";
import { createStudioPool } from "../imports/studio/studio-pool.ts";
import { type FolderLabels, readLabelsIn } from "../labels/label-folder.ts";
import { createLabelReader } from "../labels/reader-pool.ts";
import { type AddCommand, examples, exitCodes, UsageFailure } from "./command-line.ts";
import { countingBar } from "./counting-bar.ts";

export const addStudio: AddCommand = (program, line) => {
	program
		.command("studio <folder>")
		.description(
			"group raw pictures of goods, named as cameras name them, by the barcodes on them, cut them out of a plain background, and write a folder that `packshot import` reads, with what the backs say in index.html for you to check; needs no installation, and a second run goes on where the first one was ended",
		)
		.requiredOption(
			"--out <folder>",
			"the folder to write; nothing in it is overwritten but its README.txt and index.html",
		)
		.option("--with-uncertain", "write groups, too, that somebody should look at", false)
		.option(
			"--label-minutes <minutes>",
			"how long at most to read what the backs say; a second run goes on, and 0 leaves it out",
			"60",
		)
		.addHelpText(...examples("studio DCIM/ --out spring", "import spring"))
		.action(async (given: string, options: StudioOptions) => {
			const [folder, out] = [resolve(given), resolve(options.out)];
			await requireApart(folder, out);
			const mostMs = minutesOf(options.labelMinutes) * 60_000;
			const pool = createStudioPool();
			const reader = createLabelReader();
			const bar = countingBar("studio");
			const { withUncertain } = options;
			const show = (said: string) => bar.show(said);
			try {
				const report = await studioFolder({ folder, out, withUncertain }, pool, show);
				const backs = [...report.written, ...report.kept].filter((name) => /_back\.\w+$/.test(name)).sort();
				const labels =
					mostMs === 0 ? NO_LABELS : await readLabelsIn({ folder: out, backs, mostMs }, reader, show);
				line.print(
					{ folder: out, ...report, labels: { ...labels, read: labels.read.map(withoutCuttings) } },
					summary(out, report, labels),
				);
				if (report.refused.length > 0) line.exitWith(exitCodes.partlyRefused);
			} finally {
				bar.end();
				await Promise.all([pool.close(), reader.close()]);
			}
		});
};

interface StudioOptions {
	readonly out: string;
	readonly withUncertain: boolean;
	readonly labelMinutes: string;
}

function withoutCuttings(label: FolderLabels["read"][number]) {
	if ("refused" in label) return label;
	return { ...label, values: label.values.map(({ key, value, certainty }) => ({ key, value, certainty })) };
}

const NO_LABELS: FolderLabels = { read: [], left: 0, problem: null };
const MOST_MINUTES = 10_000;

function minutesOf(given: string): number {
	if (!/^\d+$/.test(given) || Number(given) > MOST_MINUTES)
		throw new UsageFailure(`--label-minutes takes a number from 0 to ${MOST_MINUTES}`);
	return Number(given);
}

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
	{ read, left, problem }: FolderLabels,
): string[] {
	const uncertain = groups.filter(({ doubts }) => doubts.length > 0);
	return [
		out,
		`pictures   ${pictures}`,
		`products   ${groups.length}, ${uncertain.length} of them uncertain`,
		`written    ${written.length}; ${kept.length} were there before`,
		...(read.length + left > 0
			? [`labels     ${read.length} read, ${left} left${problem === null ? "" : `: ${problem}`}`]
			: []),
		...notCutOut.map(({ name, reason }) => `no cut-out ${name}: ${reason}`),
		...refused.map(({ name, reason }) => `refused    ${name}: ${reason}`),
		...uncertain.map(
			({ barcode, front, back, doubts }) =>
				`uncertain  ${barcode ?? "no barcode"} ${front ?? back}: ${doubts.map((doubt) => DOUBTS[doubt]).join("; ")}`,
		),
	];
}
