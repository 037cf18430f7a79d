import { configDefaults, defineConfig } from "vitest/config";
import { isLong } from "./test/support/thoroughness.ts";
import base, { common, LONG, options } from "./vitest.config.ts";

/** What depends on the version of Node.js: sockets, threads, files, cryptography, the embedded SQLite, and how the program starts. */
const OF_NODE = [
	"src/platform/**/*.test.ts",
	"src/clients/auth/**/*.test.ts",
	"src/pictures/**/*.test.ts",
	"src/cli/{command-line,output-failure,serve}.test.ts",
	"src/pages/pages.test.ts",
	"test/contract/{connections,image-url,overload,portal-uploads,slow-body,telemetry,unreadable-requests}.test.ts",
];
/** PostgreSQL only, or checks of the source code. */
const NEVER = [
	"src/platform/db/postgres/**",
	"src/billing/ledger/settle-statement.test.ts",
	"src/cli/{wrong-place,move}.test.ts",
];
/** The same on every version: pages, sources, and what is purely arithmetic or SQL. Heap contents differ; their limits hold on the oldest. */
const NOT_EVEN_IN_LONG_RUNS = [
	...LONG,
	"test/*.test.ts",
	"test/nodes/**",
	"test/contract/{image-memory,portal-review,portal-routes}.test.ts",
	"{web,site,demo}/**",
	"src/operations/backup/{hostile-archive,round-trip}.test.ts",
	"src/catalogue/list-*.test.ts",
	"src/webhooks/send/nothing-missed.test.ts",
];

/** Tests on another Node.js, with the stores on SQLite: `npm run test:nodes`. */
export default defineConfig({
	...common,
	test: {
		...options,
		reporters: base.test?.reporters ?? [],
		sequence: base.test?.sequence ?? {},
		...(isLong ? {} : { include: OF_NODE }),
		exclude: [...configDefaults.exclude, ...NEVER, ...(isLong ? NOT_EVEN_IN_LONG_RUNS : [])],
		// Tests the build made on the oldest Node.js, which is the one that ships.
		globalSetup: ["test/support/sqlite.ts"],
		provide: { postgresUrl: "", postgresTemplate: "" },
	},
});
