import { defineConfig } from "vitest/config";

export default defineConfig({
	// Workspaces are tested from their sources.
	resolve: { tsconfigPaths: true },
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
		],
		globalSetup: ["test/support/build.ts", "test/support/postgres.ts"],
		reporters: ["default", "./test/support/closing-line.ts"],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		pool: "threads",
		// One worker a core: left to itself Vitest keeps one core free, which on two cores is half.
		maxWorkers: "100%",
		// Loading the service anew for every file took half of the time.
		isolate: false,
	},
});
