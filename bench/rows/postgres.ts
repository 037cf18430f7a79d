import { join } from "node:path";
import { besideBare } from "../beside-bare.ts";
import { onPostgres } from "../both-engines.ts";
import { signedIn } from "../caller.ts";
import type { Figure } from "../figure.ts";
import { ports, type Server, startPackshot } from "../processes.ts";
import { type Pace, sideBySide } from "../side-by-side.ts";
import { importProducts, PRODUCTS, readEveryProduct, type Served, type Stage } from "../stage.ts";
import { readAim, readsOf } from "./reads.ts";
import { type Row, withAim } from "./row.ts";

/** The billed read on a separate PostgreSQL with synchronous commits. */
export const postgresRow: Row = {
	name: "postgres",
	measure: (stage) => onPostgres("GET, all scopes", (settings) => measureOn(stage, settings)),
};

async function measureOn(stage: Stage, settings: Record<string, string>): Promise<Figure[]> {
	const folder = join(stage.folder, "postgres");
	const { barcodes, seconds } = importProducts(folder, PRODUCTS, settings);
	const linesPerSecond = PRODUCTS / seconds;

	/** Runs a service of one or several processes that has already read every product. */
	async function served<T>(workers: number, measured: (served: Served) => Promise<T>): Promise<T> {
		const options = workers > 1 ? ["--workers", String(workers)] : [];
		const server: Server = await startPackshot(folder, ports.postgres, settings, options);
		try {
			const caller = await signedIn(folder, ports.postgres, [], settings);
			const service = { folder, server, caller, barcodes };
			await readEveryProduct(service);
			return await measured(service);
		} finally {
			await server.stop();
		}
	}

	const what = "GET, all scopes, PostgreSQL";
	const beside = (more: string, pace: Pace) => (service: Served) =>
		besideBare({ what: what + more, ours: readsOf(service), folder, pace });
	return [
		...(await served(1, async (service) => [
			readAim(await beside("", stage.pace)(service), 0.25),
			await besideSqlite(stage, service),
		])),
		await served(2, beside(", two workers", { ...stage.pace, latencySeconds: 0 })),
		withAim(
			{ what: "import of metadata, PostgreSQL", measured: linesPerSecond, unit: "lines/s" },
			"≥ 5,000 lines/s",
			linesPerSecond >= 5000,
		),
	];
}

async function besideSqlite(stage: Stage, served: Served): Promise<Figure> {
	const { ours, beside, ratio, errors } = await sideBySide(
		readsOf(served),
		readsOf(await stage.plain()),
		stage.pace,
	);
	return {
		what: "the same beside SQLite",
		measured: ours.requestsPerSecond,
		beside: { what: "SQLite", measured: beside.requestsPerSecond },
		ratio,
		errors,
	};
}
