import { defineConfig } from "vitest/config";
import { PATIENCE_MS } from "./test/support/patience.ts";
import SlowestFirst from "./test/support/slowest-first.ts";
import base, { LONG } from "./vitest.config.ts";

/** Suites with timing assertions: each has the machine to itself. */
const TIMED = ["test/browser/first-visit.test.ts", "test/faults/many-callers.test.ts"];

const limits = {
	pool: "threads",
	testTimeout: 3 * PATIENCE_MS,
	hookTimeout: 3 * PATIENCE_MS,
	expect: { poll: { timeout: PATIENCE_MS } },
	// As in vitest.config.ts: reloading the service for every file took a minute and a half of CPU time.
	isolate: false,
} as const;

/** The suites that break things on purpose, take long or need a system tool: `npm run test:slow`. */
export default defineConfig({
	test: {
		globalSetup: base.test?.globalSetup ?? [],
		reporters: base.test?.reporters ?? [],
		sequence: { sequencer: SlowestFirst },
		projects: [
			{
				resolve: base.resolve ?? {},
				test: {
					...limits,
					name: "side by side",
					include: [
						"test/browser/**/*.test.ts",
						"test/faults/**/*.test.ts",
						"test/pictures/**/*.test.ts",
						"test/packages/**/*.test.ts",
						...LONG,
					],
					exclude: TIMED,
					// More than cores, because many of them mostly wait.
					maxWorkers: 4,
					sequence: { groupOrder: 0 },
				},
			},
			{
				resolve: base.resolve ?? {},
				test: { ...limits, name: "alone", include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } },
			},
		],
	},
});
