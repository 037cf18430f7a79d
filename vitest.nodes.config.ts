import { configDefaults, defineConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** Unit and contract tests that do not depend on the version of Node.js. */
const NOT_OF_NODE = [
	// Checks of the source code, and code that runs in browsers.
	"test/*.test.ts",
	"web/**",
	"site/**",
	"demo/**",
	// Long, and purely arithmetic or SQL: the same on every version.
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
	// PostgreSQL only.
	"src/billing/settle-statement.test.ts",
	"src/cli/empty-database.test.ts",
	"src/cli/move.test.ts",
	"src/platform/db/postgres/**",
	"test/contract/orders-carried.test.ts",
	"test/nodes/**",
	// Heap contents differ from version to version; the limits are checked on the oldest.
	"test/contract/image-memory.test.ts",
];

/** Unit and contract tests on another Node.js, with the stores on SQLite: `npm run test:nodes`. */
export default defineConfig({
	...base,
	test: {
		...base.test,
		exclude: [...configDefaults.exclude, ...NOT_OF_NODE],
		// Tests the build made on the oldest Node.js, which is the one that ships.
		globalSetup: ["test/support/sqlite.ts"],
		provide: { postgresUrl: "", postgresTemplate: "" },
	},
});
