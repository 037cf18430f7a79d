import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { PATIENCE_MS } from "./test/support/patience.ts";
import SlowestFirst from "./test/support/slowest-first.ts";
import { testsWithoutService } from "./test/support/without-service.ts";
import { endpointList } from "./web/endpoint-list.ts";

const FOLDERS = ["src", "demo", "marking", "test", "sdk", "web", "site"];
/** Tests that start a service for what is above its stores: how it is spoken to, what pictures look like, which routes there are. */
const SAME_ON_POSTGRES = [
	"sdk/**",
	"test/contract/code-samples.test.ts",
	"test/contract/conformance.test.ts",
	"test/contract/connections.test.ts",
	"test/contract/image-memory.test.ts",
	"test/contract/image-sizes.test.ts",
	"test/contract/junk.test.ts",
	"test/contract/openapi.test.ts",
	"test/contract/packshot-pull*.test.ts",
	"test/contract/portal-routes.test.ts",
	"test/contract/sdk*.test.ts",
	"test/contract/slow-body.test.ts",
	"test/contract/unreadable-requests.test.ts",
];
/** Suites that go through whole installations or many pictures and took a third of the time: `npm run test:slow` runs them, and PostgreSQL's run those that start a service. */
export const LONG = [
	"marking/src/attribution/attribute-leaks.test.ts",
	"marking/src/attribution/leak-origin.test.ts",
	"marking/src/attribution/origin.test.ts",
	"marking/src/attribution/register.test.ts",
	"src/export/export-catalogue.test.ts",
	"src/transfer/transfer.test.ts",
	"test/contract/image-sizes.test.ts",
	"test/contract/orders-carried.test.ts",
	"test/contract/portal-traces.test.ts",
	"test/contract/portal-watermark.test.ts",
	"test/contract/quality-notes.test.ts",
	"test/contract/reprocess-pictures.test.ts",
	"test/contract/trace.test.ts",
	"test/upgrade.test.ts",
];
const onPostgres = process.env.PACKSHOT_TEST_ENGINE === "postgres";

export default defineConfig({
	// Workspaces are tested from their sources.
	resolve: { tsconfigPaths: true },
	// The pages' tests need what their build writes.
	plugins: [endpointList()],
	test: {
		include: [
			"src/**/*.test.ts",
			"demo/src/**/*.test.ts",
			"marking/**/*.test.ts",
			"test/*.test.ts",
			"test/contract/**/*.test.ts",
			"test/nodes/**/*.test.ts",
			"sdk/**/*.test.ts",
			"web/src/**/*.test.ts",
			"site/**/*.test.ts",
		],
		exclude: [
			...configDefaults.exclude,
			...(onPostgres ? [...testsWithoutService(import.meta.dirname, FOLDERS), ...SAME_ON_POSTGRES] : LONG),
		],
		sequence: { sequencer: SlowestFirst },
		globalSetup: ["test/support/build.ts", "test/support/sqlite.ts", "test/support/postgres.ts"],
		reporters: ["default", "./test/support/closing-line.ts"],
		testTimeout: 2 * PATIENCE_MS,
		hookTimeout: 2 * PATIENCE_MS,
		expect: { poll: { timeout: PATIENCE_MS } },
		pool: "threads",
		// More than cores, since tests wait for timers, disks and each other: with one worker a core 43 % of the processor time was left over.
		maxWorkers: Math.ceil(1.5 * availableParallelism()),
		// Loading the service again for every file took half of the time.
		isolate: false,
	},
});
