import type { TestProject } from "vitest/node";
import { postgresPrograms, startPostgres } from "./postgres-server.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** The server that tests make their schemas on; empty when there is none. */
		postgresUrl: string;
	}
}

/** Gives the tests a PostgreSQL server: that of `PACKSHOT_TEST_DATABASE_URL`, or one that is started for them. */
export default async function providePostgres(
	project: TestProject,
): Promise<(() => Promise<void>) | undefined> {
	const given = process.env.PACKSHOT_TEST_DATABASE_URL;
	const programs = given ? undefined : postgresPrograms();
	if (!given && !programs) {
		if (process.env.PACKSHOT_TEST_ENGINE === "postgres") {
			throw new Error("PostgreSQL is not installed and PACKSHOT_TEST_DATABASE_URL is not set");
		}
		console.info("PostgreSQL is not installed: the stores are tested on SQLite alone");
	}
	const server = programs ? await startPostgres(programs) : undefined;
	project.provide("postgresUrl", given ?? server?.url ?? "");
	return server && (() => server.remove());
}
