import { configDefaults, defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** Unit and contract tests that say nothing of the Node.js that they run on. */
const NOT_OF_NODE = [
	// The code's shape, and what pages are: browsers run them.
	"test/*.test.ts",
	"web/**",
	"site/**",
	"demo/**",
	// Long, and arithmetic or SQL all the way: it comes out the same on every version.
	"marking/src/attribution/*.test.ts",
	"src/backup/hostile-archive.test.ts",
	"src/transfer/**",
	"src/backup/round-trip.test.ts",
	"src/catalogue/list-*.test.ts",
	"src/export/**",
	"src/webhooks/nothing-missed.test.ts",
	"test/contract/image-sizes.test.ts",
	"test/contract/portal-review.test.ts",
	"test/contract/portal-routes.test.ts",
	"test/contract/portal-traces.test.ts",
	"test/contract/reprocess-pictures.test.ts",
	"test/contract/quality-notes.test.ts",
	"test/contract/trace.test.ts",
	// On PostgreSQL alone.
	"src/billing/settle-statement.test.ts",
	"src/cli/empty-database.test.ts",
	"src/cli/move.test.ts",
	"src/platform/db/postgres/**",
	"test/contract/orders-carried.test.ts",
	"test/nodes/**",
	// What a heap holds differs from version to version, and is bounded on the oldest.
	"test/contract/image-memory.test.ts",
];

/** Unit and contract tests on another Node.js, with the stores on SQLite: `npm run test:nodes`. */
export default defineConfig({
	...base,
	test: {
		...base.test,
		exclude: [...configDefaults.exclude, ...NOT_OF_NODE],
		// What was built on the oldest Node.js is what is shipped, and so it is what is tested.
		globalSetup: ["test/support/sqlite.ts"],
		provide: { postgresUrl: "", postgresTemplate: "" },
	},
});
