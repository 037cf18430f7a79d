import { existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import { migrations } from "../../src/migrations/all.ts";
import { migratePostgres } from "../../src/platform/db/postgres/prepare-schema.ts";
import { postgresPrograms, startPostgres } from "./postgres-server.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** The server on which tests create their schemas; empty if there is none. */
		postgresUrl: string;
		/** A migrated template database on it; empty if the server is not the tests' own. */
		postgresTemplate: string;
	}
}

/** Provides a PostgreSQL server: the one in `PACKSHOT_TEST_DATABASE_URL`, or one that is started for this run. */
export default async function providePostgres(
	project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
	const given = process.env.PACKSHOT_TEST_DATABASE_URL;
	const programs = given ? undefined : postgresPrograms();
	if (!given && !programs) {
		if (process.env.PACKSHOT_TEST_ENGINE === "postgres") {
			throw new Error("PostgreSQL is not installed and PACKSHOT_TEST_DATABASE_URL is not set");
		}
		console.info("PostgreSQL is not installed: nothing is tested on it");
	}
	const server = programs ? await startPostgres(programs, { below: quickFolder() }) : undefined;
	project.provide("postgresUrl", given ?? server?.url ?? "");
	project.provide("postgresTemplate", server ? await makeTemplate(server.url) : "");
	return server && (() => server.remove());
}

const MEMORY = "/dev/shm";
/** Several times the space that all databases of a run need at once. */
const ROOM_BYTES = 4 * 2 ** 30;

/** In memory if there is plenty: each test creates a database of four hundred files, which takes ten times the CPU time on a disk. */
function quickFolder(): string {
	const memory = existsSync(MEMORY) ? statfsSync(MEMORY) : undefined;
	return memory && memory.bavail * memory.bsize >= ROOM_BYTES ? MEMORY : tmpdir();
}

const TEMPLATE = "packshot_template";

/** @returns the name of a database with the current schema. */
async function makeTemplate(server: string): Promise<string> {
	const client = new Client(server);
	await client.connect();
	await client.query(`create database ${TEMPLATE}`).finally(() => client.end());
	const url = new URL(server);
	url.pathname = TEMPLATE;
	await migratePostgres(url.href, migrations);
	return TEMPLATE;
}
