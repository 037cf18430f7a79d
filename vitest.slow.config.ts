import { defineConfig, mergeConfig } from "vitest/config";
import base from "./vitest.config.ts";

/** The suites that break things on purpose, or need a tool of the system: `npm run test:slow`. */
export default mergeConfig(
	{ ...base, test: { ...base.test, include: [] } },
	defineConfig({
		test: {
			include: ["test/faults/**/*.test.ts", "test/pictures/**/*.test.ts", "test/browser/**/*.test.ts"],
			testTimeout: 300_000,
			fileParallelism: false,
		},
	}),
);
