import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { postgresPrograms, startPostgres } from "../../test/support/postgres-server.ts";
import { besideBare } from "../beside-bare.ts";
import { signedIn } from "../caller.ts";
import type { Figure, Unmeasured } from "../figure.ts";
import { ports, startPackshot } from "../processes.ts";
import { sideBySide } from "../side-by-side.ts";
import { askForEach, importOf, PRODUCTS, type Stage, writeProducts } from "../stage.ts";
import { readAim, readsOf } from "./reads.ts";
import { aimed, type Row } from "./row.ts";

/** The billed read on a PostgreSQL of its own, which syncs every commit. */
export const postgresRow: Row = { name: "postgres", measure };

async function measure(stage: Stage): Promise<(Figure | Unmeasured)[]> {
	const programs = postgresPrograms();
	if (!programs) return [{ what: "GET, all scopes, PostgreSQL", skipped: "PostgreSQL is not installed" }];
	const postgres = await startPostgres(programs, { syncs: true });
	try {
		return await measureOn(stage, {
			PACKSHOT_DATABASE_URL: postgres.url,
			PACKSHOT_SECRET: "one secret for all nodes of the benchmark",
		});
	} finally {
		await postgres.remove();
	}
}

async function measureOn(stage: Stage, settings: Record<string, string>): Promise<Figure[]> {
	const folder = join(stage.folder, "postgres");
	mkdirSync(folder);
	const file = join(folder, "products.ndjson");
	const barcodes = writeProducts(file);
	const linesPerSecond = PRODUCTS / importOf(folder, file, settings);
	const server = await startPackshot(folder, ports.postgres, settings);
	try {
		const caller = await signedIn(folder, ports.postgres, [], settings);
		const served = { folder, server, caller, barcodes };
		await askForEach(served);
		const ours = readsOf(served);
		const what = "GET, all scopes, PostgreSQL";
		const read = readAim(await besideBare({ what, ours, folder, pace: stage.pace }), 0.2);
		const sqlite = readsOf(await stage.plain());
		const engines = await sideBySide(ours, sqlite, stage.pace);
		return [
			read,
			{
				what: "the same beside SQLite",
				measured: engines.ours.requestsPerSecond,
				beside: { what: "SQLite", measured: engines.beside.requestsPerSecond },
				ratio: engines.ratio,
				errors: engines.errors,
			},
			aimed(
				{ what: "import of metadata, PostgreSQL", measured: linesPerSecond, unit: "lines/s" },
				"≥ 5,000 lines/s",
				linesPerSecond >= 5000,
			),
		];
	} finally {
		await server.stop();
	}
}
