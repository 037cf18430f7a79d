import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { runSql, type Settings } from "../administration/filling.ts";
import { onBothEngines } from "../both-engines.ts";
import { type Caller, signedIn } from "../caller.ts";
import type { Figure } from "../figure.ts";
import { changesSql } from "../filled-changes.ts";
import { ports, startPackshot } from "../processes.ts";
import type { Stage } from "../stage.ts";
import { atLeast, type Row } from "./row.ts";

/** Following 1,000,000 changes from first to last, over HTTP, on both engines. */
export const feedRow: Row = {
	name: "feed",
	measure: (stage) => onBothEngines("feed", (engine, settings) => measureOn(stage, engine, settings)),
};

const CHANGES = 1_000_000;
const LEAST_PER_SECOND = 100_000;
/** Concurrent requests: those of one follower that prefetches, or of several followers. */
const FOLLOWERS = [1, 4];

async function measureOn({ folder }: Stage, engine: string, settings: Settings): Promise<Figure[]> {
	const data = join(folder, `feed-${engine}`);
	mkdirSync(data);
	const server = await startPackshot(data, ports.feed, settings);
	try {
		const caller = await signedIn(data, ports.feed, [], settings);
		const start = (await caller.call("/changes")).body.next_cursor;
		await runSql(data, settings, changesSql(CHANGES, Date.now()));
		const figures: Figure[] = [];
		for (const followers of FOLLOWERS) {
			const startedAt = performance.now();
			await Promise.all(Array.from({ length: followers }, () => follow(caller, start)));
			const perSecond = (followers * CHANGES) / ((performance.now() - startedAt) / 1000);
			const who = followers === 1 ? "one follower" : `${followers} followers together`;
			const what = `${CHANGES.toLocaleString("en")} changes in answers of 1,000, ${engine}, ${who}`;
			const figure = { what, measured: perSecond, unit: "entries/s" };
			figures.push(atLeast(LEAST_PER_SECOND, figure));
		}
		return figures;
	} finally {
		await server.stop();
	}
}

async function follow(caller: Caller, start: string): Promise<void> {
	let seen = 0;
	for (let cursor = start, more = true; more; ) {
		const { body } = await caller.call(`/changes?limit=1000&cursor=${cursor}`);
		seen += body.data.length;
		[cursor, more] = [body.next_cursor, body.has_more];
	}
	if (seen !== CHANGES) throw new Error(`${seen} entries were given, not ${CHANGES}`);
}
