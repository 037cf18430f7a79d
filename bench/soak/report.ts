import { median } from "../figure.ts";
import { PICTURE_CACHE_MEGABYTES } from "./place.ts";
import type { SoakResult } from "./run.ts";
import { type Trend, trendsOf, whyMemoryMayGrow } from "./trend.ts";

/** Everything wrong with a soak; empty if nothing is. */
export function faultsOf(result: SoakResult): string[] {
	return [...errorsOf(result), ...growthOf(result.samples)];
}

/** Errors, not counting growth. */
export function errorsOf({ seen, accounts, doctors, orphans, exitCodes }: SoakResult): string[] {
	return [
		...seen.wrong,
		...accounts.flatMap(({ clientId, faults }) => faults.map((fault) => `${clientId}: ${fault}`)),
		...doctors.filter(({ healthy }) => !healthy).map(({ of, text }) => `doctor of ${of}: ${text}`),
		...(orphans === 0 ? [] : [`${orphans} stored files belong to no picture`]),
		...(exitCodes.every((code) => code === 0) ? [] : [`nodes ended with ${exitCodes.join(", ")}`]),
	];
}

function growthOf(samples: SoakResult["samples"]): string[] {
	const why = whyMemoryMayGrow(samples);
	return [
		...(why === undefined ? [] : [why]),
		...trendsOf(samples)
			.filter(({ isFlat }) => !isFlat)
			.map(({ what, early, late, most }) => `${what}: ${early} early, ${late} late, ${most} at most`),
	];
}

/** The result of a soak in Markdown. */
export function reportOf(result: SoakResult): string {
	const { engine, seconds, seen, samples, counts, accounts, clockFixedBecause } = result;
	const last = samples.at(-1);
	const first = samples[0];
	const perMinute = (of: number) => ((of / seconds) * 60).toFixed(1);
	const sessions = (last?.databaseSessions ?? 0) - (first?.databaseSessions ?? 0);
	return [
		`${engine}, ${(seconds / 60).toFixed(0)} minutes: ${seen.calls} calls (${perMinute(seen.calls)} a minute), ${seen.wrongCount} wrong answers.`,
		`${counts.imports} imports (${counts.slowPictures} pictures given up for lack of processor time), ${counts.backups} backups, ${counts.kills} kills, ${counts.leaves} restarts, ${counts.clockChanges} changes of the clock${clockFixedBecause ? ` (${clockFixedBecause})` : ""}, ${counts.sweeps} sweeps.`,
		`${perMinute(sessions)} connections to the database a minute, ${median(samples.map((sample) => sample.databaseConnections))} open.`,
		`Pictures that were cached ${first?.cachedPicturesMegabytes.toFixed(1)} to ${last?.cachedPicturesMegabytes.toFixed(1)} MB of ${PICTURE_CACHE_MEGABYTES}.`,
		`Database ${first?.databaseMegabytes.toFixed(0)} to ${last?.databaseMegabytes.toFixed(0)} MB, ${first?.blobs} to ${last?.blobs} blobs of ${last?.blobMegabytes.toFixed(1)} MB.`,
		"",
		"| of the first node | second quarter | last quarter | allowed |",
		"|---|---:|---:|---:|",
		...trendsOf(samples).map(rowOf),
		"",
		"| client | entries | told | units told | units charged | nobody told | calls without an answer |",
		"|---|---:|---:|---:|---:|---:|---:|",
		...accounts.map(
			(account, index) =>
				`| ${index + 1} | ${account.entries} | ${account.told} | ${account.toldUnits} | ${account.chargedUnits} | ${account.untold} | ${account.unanswered} |`,
		),
		"",
		"| answers | |",
		"|---|---:|",
		...[...seen.answers].sort().map(([name, count]) => `| ${name} | ${count} |`),
	].join("\n");
}

function rowOf({ what, early, late, most }: Trend): string {
	return `| ${what} | ${early.toFixed(1)} | ${late.toFixed(1)} | ${most.toFixed(1)} |`;
}
