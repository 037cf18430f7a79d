import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestClock, testClock } from "./clock.ts";
import { openSchema } from "./schemas.ts";
import { sharedDatabase, startService, type TestService } from "./service.ts";

/** Two complete services on one database and one folder of pictures. */
export interface TwoNodes {
	readonly nodes: readonly [TestService, TestService];
	readonly clock: TestClock;
	/** Settings for a process that is to be a further node. */
	readonly environment: Record<string, string>;
	close(): Promise<void>;
}

/** @param options.server where to create the database; the tests' own server by default. */
export async function startTwoNodes(
	options: { server?: string; clock?: TestClock; settings?: Record<string, string> } = {},
): Promise<TwoNodes> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-nodes-"));
	const schema = await openSchema(folder, options.server);
	const clock = options.clock ?? testClock();
	const environment = {
		...sharedDatabase(schema.url),
		PACKSHOT_DATA: folder,
		PACKSHOT_LOG_LEVEL: "silent",
		...options.settings,
	};
	// Both are started concurrently, as operators do: one of them migrates.
	const start = () => startService({ folder, clock, settings: environment });
	const nodes = await Promise.all([start(), start()]);
	return {
		nodes: [nodes[0], nodes[1]],
		clock,
		environment,
		async close() {
			await Promise.all(nodes.map((node) => node.close()));
			rmSync(folder, { recursive: true, force: true });
			await schema.drop();
		},
	};
}

/** With more, on a machine kept busy by other tests, requests would time out waiting for a connection and get a 503. */
const AT_ONCE = 100;

/** Runs a call `count` times, a hundred at once, alternating between the two nodes. */
export async function hammer<T>(
	{ nodes }: Pick<TwoNodes, "nodes">,
	count: number,
	call: (node: TestService, place: number) => Promise<T>,
): Promise<T[]> {
	const results: T[] = [];
	let begun = 0;
	const caller = async () => {
		while (begun < count) {
			const place = begun++;
			results[place] = await call(nodes[place % 2 ? 1 : 0], place);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, caller));
	return results;
}
