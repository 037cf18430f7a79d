/*
 * `npm run bench:marking`: what the invisible marks survive, and how far they are from being seen.
 * A full run writes the tables of docs/marking.md and takes about two hours on two cores; --resume continues an interrupted run.
 *
 *   --quick            three products, 1,000 innocents, prints only
 *   --photos FOLDER    real pictures instead of rendered ones, prints only
 *   --pictures N       rendered products of 1,600, 400 and 200 px (50), each as JPEG and as cut-out
 *   --leaks N          pictures that each attack is tried on (20), a different choice for every attack
 *   --state FOLDER     where measurements are stored; --resume keeps existing ones
 *   --workers N        processes (2)
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeSection } from "../../bench/document.ts";
import { leakerCount } from "./attempt.ts";
import { photographedSubjects, renderedSubject } from "./pictures.ts";
import { openState, readOutcomes } from "./state.ts";
import { robustnessTables, traceSummary, visibilityTable } from "./tables.ts";
import { serveTasks, type Task } from "./worker.ts";
import { runTasks, workerArgument } from "./workers.ts";

if (process.argv[2] === workerArgument) serveTasks();
else await run();

async function run(): Promise<void> {
	const options = readOptions();
	const sections = await survival(options);
	const isForTheDocument = !options.quick && options.photos === undefined;
	for (const [name, text] of Object.entries(sections)) {
		console.log(`\n${name}\n\n${text}`);
		if (isForTheDocument) writeSection(new URL("../../docs/marking.md", import.meta.url), name, text);
	}
}

function readOptions() {
	const { values } = parseArgs({
		options: {
			quick: { type: "boolean", default: false },
			resume: { type: "boolean", default: false },
			photos: { type: "string" },
			pictures: { type: "string" },
			leaks: { type: "string", default: "20" },
			state: { type: "string", default: join(tmpdir(), "packshot-bench-marking") },
			workers: { type: "string", default: "2" },
		},
	});
	const { quick, photos } = values;
	return {
		...values,
		pictures: Number(values.pictures ?? (quick ? 3 : 50)),
		innocents: quick ? 1000 : 10_000,
		subjects(count: number) {
			if (photos !== undefined) return photographedSubjects(photos);
			const sides = quick ? [1600] : [1600, 400, 200];
			// Sizes alternate, so that a later run with more pictures continues where this one ended.
			return Array.from({ length: count }, (_, i) =>
				sides.flatMap((side) => renderedSubject(i, side) ?? []),
			).flat();
		},
	};
}

/** Marks, leaks and attributes; gives the tables by the name of their section. */
async function survival(options: ReturnType<typeof readOptions>): Promise<Record<string, string>> {
	const state = openState(options.state, options.resume);
	const subjects = options.subjects(options.pictures);
	const { innocents } = options;
	const share = Number(options.leaks) / options.pictures;
	for (const step of ["prepare", "trace"] as const) {
		const tasks = subjects.map(
			(subject, place): Task => ({ step, subject, place, subjects, innocents, share, state }),
		);
		await runTasks(tasks, Number(options.workers));
	}
	const { outcomes, visibilities } = readOutcomes(state);
	const large = outcomes.filter(({ sidePx }) => sidePx === 0 || sidePx >= 1000);
	const tables: Record<string, string> = {
		robustness: robustnessTables(large),
		invisibility: visibilityTable(visibilities),
		"trace-summary": traceSummary(large, leakerCount + innocents),
	};
	for (const sidePx of [400, 200]) {
		const small = outcomes.filter((one) => one.sidePx === sidePx);
		if (small.length > 0) tables[`robustness-${sidePx}`] = robustnessTables(small);
	}
	return tables;
}
