import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["src/**/*.test.ts", "test/**/*.test.ts", "sdk/**/*.test.ts"],
		globalSetup: ["test/support/build.ts"],
		testTimeout: 20_000,
		hookTimeout: 30_000,
		pool: "threads",
	},
});
