import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { Client } from "pg";
import { postgresPrograms, startPostgres } from "../../test/support/postgres-server.ts";
import { type Caller, signedIn } from "../caller.ts";
import type { Figure, Unmeasured } from "../figure.ts";
import { changesSql } from "../filled-changes.ts";
import { ports, startPackshot } from "../processes.ts";
import type { Stage } from "../stage.ts";
import { type Row, withAim } from "./row.ts";

/** Following 1,000,000 changes from the first to the last, over HTTP, on both engines. */
export const feedRow: Row = { name: "feed", measure };

const CHANGES = 1_000_000;
const LEAST_PER_SECOND = 100_000;
/** At a time, as one follower that fetches ahead or several followers. */
const FOLLOWERS = [1, 4];

type Settings = Record<string, string>;

async function measure(stage: Stage): Promise<(Figure | Unmeasured)[]> {
	const onSqlite = await measureOn(stage, "SQLite", {});
	const programs = postgresPrograms();
	if (!programs) return [...onSqlite, { what: "feed, PostgreSQL", skipped: "PostgreSQL is not installed" }];
	const postgres = await startPostgres(programs, { syncs: true });
	try {
		const url = { PACKSHOT_DATABASE_URL: postgres.url };
		const settings = { ...url, PACKSHOT_SECRET: "one secret for all nodes of the benchmark" };
		return [...onSqlite, ...(await measureOn(stage, "PostgreSQL", settings))];
	} finally {
		await postgres.remove();
	}
}

async function measureOn({ folder }: Stage, engine: string, settings: Settings): Promise<Figure[]> {
	const data = join(folder, `feed-${engine}`);
	mkdirSync(data);
	const server = await startPackshot(data, ports.feed, settings);
	try {
		const caller = await signedIn(data, ports.feed, [], settings);
		const start = (await caller.call("/changes")).body.next_cursor;
		await fill(data, settings);
		const figures: Figure[] = [];
		for (const followers of FOLLOWERS) {
			const startedAt = performance.now();
			await Promise.all(Array.from({ length: followers }, () => follow(caller, start)));
			const perSecond = (followers * CHANGES) / ((performance.now() - startedAt) / 1000);
			const who = followers === 1 ? "one follower" : `${followers} followers together`;
			const what = `${CHANGES.toLocaleString("en")} changes in answers of 1,000, ${engine}, ${who}`;
			const figure = { what, measured: perSecond, unit: "entries/s" };
			figures.push(withAim(figure, "≥ 100,000 entries/s", perSecond >= LEAST_PER_SECOND));
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

async function fill(data: string, settings: Settings): Promise<void> {
	const statements = changesSql(CHANGES, Date.now());
	const { PACKSHOT_DATABASE_URL: url } = settings;
	if (url === undefined) {
		const database = new DatabaseSync(join(data, "packshot.sqlite"), { timeout: 10_000 });
		for (const statement of statements) database.exec(statement);
		database.close();
		return;
	}
	const client = new Client(url);
	await client.connect();
	for (const statement of statements) await client.query(statement);
	await client.query("vacuum analyze product_change");
	await client.end();
}
