import { readFileSync, writeFileSync } from "node:fs";
import { isBarcode } from "../catalogue/barcodes/barcode.ts";
import { isVariant, VARIANTS } from "../catalogue/fields/scopes.ts";
import { attributePictures, type LeakCandidate, type LeakReport } from "../leaks/attribution/leak-report.ts";
import { originDocument, originLine } from "../leaks/attribution/origin-document.ts";
import type { SearchProgress } from "../leaks/search/look-alikes.ts";
import { pictureFault } from "../pictures/store/picture-fault.ts";
import { plainFault } from "../platform/plain-fault.ts";
import { isoTime } from "../platform/time/clock.ts";
import { type AddCommand, CommandFailure, type CommandLine, examples, UsageFailure } from "./command-line.ts";
import { countingBar } from "./counting-bar.ts";
import { recheckFile, recheckLines } from "./trace-case.ts";

interface TraceOptions {
	readonly barcode?: string;
	readonly variant?: string;
	readonly evidence?: string;
	readonly case?: string;
	readonly sha256?: string;
}

export const addTrace: AddCommand = (program, line) => {
	program
		.command("trace [image...]")
		.description(
			"find the client to which leaked pictures were delivered; evidence from several pictures of one source is combined",
		)
		.option("--barcode <barcode>", "the product shown, if known; otherwise the catalogue is searched")
		.option("--variant <variant>", `the variant shown: ${VARIANTS.join(", ")}`)
		.option(
			"--evidence <file.png>",
			"draw the first leak next to the cells that point to the first candidate",
		)
		.option("--case <file>", "instead, check a case file from any installation, using only what it contains")
		.option("--sha256 <digest>", "with --case: the digest that was printed with the case")
		.addHelpText(
			...examples(
				"trace leaked.jpg",
				"trace leaked.jpg --barcode 0725272730706 --variant front --evidence evidence.png",
				"trace --case packshot-case_01JK3V5T8M2Q4W6Y8Z0A1B2C3D.tar",
			),
		)
		.action(async (files: string[], options: TraceOptions) => {
			checkOptions(files, options);
			if (options.case === undefined) return traceFiles(line, files, options);
			const found = await recheckFile(options.case, options.sha256);
			line.print(found, recheckLines(found));
		});
};

function traceFiles(line: CommandLine, files: readonly string[], options: TraceOptions): Promise<void> {
	return line.withInstallation(async (installation) => {
		const bar = countingBar("tracing");
		const report = await attributePictures(installation, files.map(readLeak), options, {
			progress: (...stage) => bar.show(stageText(...stage)),
		})
			.catch((fault) => {
				throw new CommandFailure(`cannot trace ${files.join(", ")}: ${pictureFault(fault)}`);
			})
			.finally(bar.end);
		if (options.evidence !== undefined) await writeEvidence(report, options.evidence);
		line.print(documentOf(report), reportLines(report, files));
	});
}

const stageText: SearchProgress<string> = (stage, done, total) => {
	const doing = {
		read: "reading leaks",
		index: "indexing pictures",
		search: "searching the catalogue",
		compare: "comparing",
		attribute: "scoring clients",
	}[stage];
	if (stage === "attribute") return doing;
	return total === undefined ? `${doing}: ${done}` : `${doing}: ${Math.floor((100 * done) / total)}%`;
};

function checkOptions(files: readonly string[], options: TraceOptions): void {
	const { barcode, variant, evidence, case: file, sha256 } = options;
	if (file !== undefined && (files.length > 0 || (barcode ?? variant ?? evidence) !== undefined))
		throw new UsageFailure(
			"--case takes no pictures and no other options: everything it checks is in its file",
		);
	if (file === undefined && files.length === 0)
		throw new UsageFailure("name a picture, or a case file with --case");
	if (file === undefined && sha256 !== undefined) throw new UsageFailure("--sha256 needs --case");
	if (barcode !== undefined && !isBarcode(barcode)) throw new UsageFailure(`"${barcode}" is not a barcode`);
	if (variant === undefined) return;
	if (!isVariant(variant)) throw new UsageFailure(`--variant takes ${VARIANTS.join(", ")}, not "${variant}"`);
	if (barcode === undefined) throw new UsageFailure("--variant needs --barcode");
}

function readLeak(file: string): Uint8Array {
	try {
		return readFileSync(file);
	} catch (fault) {
		throw new CommandFailure(`${file}: ${plainFault(fault)}`);
	}
}

async function writeEvidence(report: LeakReport, file: string): Promise<void> {
	const picture = await report.evidence(0, 0);
	if (!picture) throw new CommandFailure("there is no evidence to draw: the leak shows none of our pictures");
	writeFileSync(file, picture);
}

function documentOf(report: LeakReport) {
	return {
		match: report.matches.find((match) => match !== null) ?? null,
		candidates: report.candidates.map((candidate) => ({
			client_id: candidate.clientId,
			client_name: candidate.clientName,
			score: Number(candidate.score.toFixed(2)),
			false_positive_probability: candidate.falsePositiveProbability,
			deliveries: candidate.deliveries.map(({ at, address, requestId, person }) => ({
				at: isoTime(at),
				address: address || null,
				request_id: requestId,
				person,
			})),
		})),
		verdict: report.verdict,
		origin: originDocument(report.origin),
		matches: report.matches,
		found_by: report.foundBy,
	};
}

function reportLines(report: LeakReport, files: readonly string[]): string[] {
	const shows = report.matches.map((match, place) => {
		if (!match) return `${files[place]} shows none of our pictures`;
		const way = { barcode: "", hash: " (found by its hash)", corners: " (found by its corners)" };
		return `${files[place]} shows ${match.barcode} ${match.variant}${way[report.foundBy[place] ?? "barcode"]}`;
	});
	const origin = report.origin ? [originLine(report.origin)] : [];
	if (report.candidates.length === 0) return [...shows, ...origin, `verdict: ${report.verdict}`];
	return [
		...shows,
		"",
		"   score   false-positive   client",
		...report.candidates.map(candidateLine),
		"",
		...origin,
		report.verdict === "identified"
			? "verdict: identified — everybody with a probability under 1e-6 took part"
			: "verdict: inconclusive — accuse nobody on this",
	];
}

function candidateLine({
	score,
	falsePositiveProbability,
	clientId,
	clientName,
	deliveries,
}: LeakCandidate): string {
	const last = deliveries.at(-1);
	const fetched = last
		? `fetched it ${deliveries.length}×, last ${isoTime(last.at)}${last.address && ` from ${last.address}`}`
		: "never fetched it";
	return `${score.toFixed(1).padStart(8)}   ${falsePositiveProbability.toExponential(1).padStart(14)}   ${clientId}  ${clientName} (${fetched})`;
}
