import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, inject } from "vitest";
import { commands } from "../../src/commands.ts";
import type { Database } from "../../src/platform/db/database.ts";
import { openPostgresDatabase } from "../../src/platform/db/postgres/engine.ts";
import { openSqliteDatabase } from "../../src/platform/db/sqlite/engine.ts";
import { sqliteLibrary } from "../../src/platform/db/sqlite/library.ts";
import { tryAgainIfTooLong } from "../../src/platform/db/write-in-parts.ts";
import type { TestClock } from "./clock.ts";
import { onPostgres, openMigrated, postgresUrl } from "./schemas.ts";

const { DatabaseSync } = sqliteLibrary();

/** A separate, empty database with the current schema. */
export interface OpenedEngine {
	readonly db: Database;
	/** Opens it once more, as another process does. */
	openAgain(): Database;
	/** Runs SQL that no command would. */
	execute(sql: string): Promise<void>;
	close(): Promise<void>;
}

interface Engine {
	readonly name: string;
	/** @param clock gives the database its time, in place of its own clock. */
	open(clock?: TestClock): Promise<OpenedEngine>;
	/** Opens it for the tests of a block, which may use it once they run, and closes it after them. */
	opened(clock?: TestClock): OpenedEngine;
}

/** Every engine that the service supports, as far as it is installed: for tests that hold one against the other. */
export const everyEngine: readonly Engine[] = [
	{ name: "SQLite", open: openSqlite, opened: (clock) => openedForBlock(() => openSqlite(clock)) },
	...(postgresUrl
		? [
				{
					name: "PostgreSQL",
					open: openPostgres,
					opened: (clock?: TestClock) => openedForBlock(() => openPostgres(clock)),
				},
			]
		: []),
];

function openedForBlock(open: () => Promise<OpenedEngine>): OpenedEngine {
	let engine: OpenedEngine;
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine.close());
	return {
		get db() {
			return engine.db;
		},
		openAgain: () => engine.openAgain(),
		execute: (sql) => engine.execute(sql),
		close: () => engine.close(),
	};
}

/** The engine of this run, on which stores are tested: PostgreSQL in `npm run test:postgres`, SQLite otherwise. */
export const engines = everyEngine.filter(({ name }) => (name === "PostgreSQL") === onPostgres);

async function openSqlite(clock?: TestClock): Promise<OpenedEngine> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-engine-"));
	const file = join(folder, "packshot.sqlite");
	copyFileSync(inject("sqliteTemplate"), file);
	const openAgain = () => patient(openSqliteDatabase(file, clock));
	const db = openAgain();
	return {
		db,
		openAgain,
		async execute(sql) {
			const connection = new DatabaseSync(file, { timeout: 5000 });
			connection.exec(sql);
			connection.close();
		},
		async close() {
			await db.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** Tries again what took too long, as whoever writes to the catalogue does: on a busy machine, any transaction may. */
function patient(db: Database): Database {
	return { ...db, write: (command, input) => tryAgainIfTooLong(() => db.write(command, input)) };
}

let opened = 0;

async function openPostgres(clock?: TestClock): Promise<OpenedEngine> {
	const schema = await openMigrated(`engine ${process.pid} ${performance.now()} ${opened++}`);
	const openAgain = () =>
		patient(
			openPostgresDatabase({
				url: schema.url,
				connections: 8,
				statementSeconds: 10,
				// A busy machine may take longer than the service's default to hand out a connection.
				waitSeconds: 120,
				commands,
				clock,
			}),
		);
	const db = openAgain();
	return {
		db,
		openAgain,
		async execute(sql) {
			const client = new pg.Client({ connectionString: schema.url });
			await client.connect();
			await client.query(sql).finally(() => client.end());
		},
		async close() {
			await db.close();
			await schema.drop();
		},
	};
}
