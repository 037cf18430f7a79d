import { postgresPrograms, startPostgres } from "../test/support/postgres-server.ts";

/** `npm run bench:postgres`: the same on PostgreSQL, with a server of its own that syncs every commit. */
const programs = postgresPrograms();
if (!programs) throw new Error("PostgreSQL is not installed");
const server = await startPostgres(programs, { syncs: true });
Object.assign(process.env, {
	PACKSHOT_DATABASE_URL: server.url,
	PACKSHOT_SECRET: "one secret for all nodes of the benchmark",
});
try {
	await import("./billed-read.ts");
} finally {
	await server.remove();
}
