/*
 * `npm run bench:marking`: what the invisible marks survive, and how far they are from being seen.
 * A full run of ordinary attacks takes about two hours on two cores; --resume continues an interrupted run.
 *
 *   --quick            three products, 1,000 innocents
 *   --photos FOLDER    real pictures instead of rendered ones
 *   --pictures N       rendered products of 1,600, 500, 400 and 200 px (50), each as JPEG and as cut-out
 *   --sides LIST       their sides in pixels, instead of these four
 *   --innocents N      clients that are scored beside the leakers (10,000)
 *   --leaks N          pictures that each attack is tried on (20), a different choice for every attack
 *   --attacks LIST     what is done to copies: "ordinary" (the default), "harder", or names, separated by semicolons
 *   --state FOLDER     where measurements are stored; --resume keeps existing ones
 *   --workers N        processes (2)
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { attacks as attackList } from "./attacks.ts";
import { leakerCount } from "./attempt.ts";
import { harderAttacks } from "./harder-attacks.ts";
import { photographedSubjects, renderedSubject } from "./pictures.ts";
import { openState, readOutcomes } from "./state.ts";
import { robustnessTables, traceSummary, visibilityTable } from "./tables.ts";
import { serveTasks, type Task } from "./worker.ts";
import { runTasks, workerArgument } from "./workers.ts";

if (process.argv[2] === workerArgument) serveTasks();
else await run();

async function run(): Promise<void> {
	const options = readOptions();
	for (const [name, text] of Object.entries(await survival(options))) console.log(`\n${name}\n\n${text}`);
}

function readOptions() {
	const { values } = parseArgs({
		options: {
			quick: { type: "boolean", default: false },
			resume: { type: "boolean", default: false },
			photos: { type: "string" },
			pictures: { type: "string" },
			sides: { type: "string" },
			innocents: { type: "string" },
			leaks: { type: "string", default: "20" },
			attacks: { type: "string", default: "ordinary" },
			state: { type: "string", default: join(tmpdir(), "packshot-bench-marking") },
			workers: { type: "string", default: "2" },
		},
	});
	const { quick, photos } = values;
	return {
		...values,
		pictures: Number(values.pictures ?? (quick ? 3 : 50)),
		innocents: Number(values.innocents ?? (quick ? 1000 : 10_000)),
		subjects(count: number) {
			if (photos !== undefined) return photographedSubjects(photos);
			const sides = (values.sides ?? (quick ? "1600" : "1600,500,400,200")).split(",").map(Number);
			// Sizes alternate, so that a later run with more pictures continues where this one ended.
			return Array.from({ length: count }, (_, i) =>
				sides.flatMap((side) => renderedSubject(i, side) ?? []),
			).flat();
		},
	};
}

function attackNames(list: string): readonly string[] | undefined {
	if (list === "ordinary") return undefined;
	return list === "harder" ? harderAttacks.map(({ name }) => name) : list.split(";");
}

/** Marks, leaks and attributes. Returns the tables by section name. */
async function survival(options: ReturnType<typeof readOptions>): Promise<Record<string, string>> {
	const state = openState(options.state, options.resume);
	const subjects = options.subjects(options.pictures);
	const { innocents } = options;
	const share = Math.min(1, Number(options.leaks) / subjects.length);
	const attacks = attackNames(options.attacks);
	for (const step of ["prepare", "trace"] as const) {
		const tasks = subjects.map(
			(subject, place): Task => ({ step, subject, place, subjects, innocents, share, attacks, state }),
		);
		await runTasks(tasks, Number(options.workers));
	}
	const { outcomes, visibilities } = readOutcomes(state);
	const large = outcomes.filter(({ sidePx }) => sidePx === 0 || sidePx >= 1000);
	const suffix = options.photos === undefined ? "" : "-photos";
	const tables: Record<string, string> = {
		[`robustness${suffix}`]: robustnessTables(large, attackList),
		[`robustness-harder${suffix}`]: robustnessTables(large, harderAttacks),
		[`invisibility${suffix}`]: visibilityTable(visibilities),
		[`trace-summary${suffix}`]: traceSummary(large, leakerCount + innocents),
	};
	for (const sidePx of [500, 400, 200]) {
		const small = outcomes.filter((one) => one.sidePx === sidePx);
		if (small.length > 0) tables[`robustness-${sidePx}`] = robustnessTables(small, attackList);
	}
	return tables;
}
