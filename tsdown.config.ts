import { defineConfig } from "tsdown";

export default defineConfig({
	entry: {
		main: "src/main.ts",
		"sqlite-writer": "src/workers/sqlite-writer.ts",
		"picture-preparer": "src/workers/picture-preparer.ts",
		"demo-renderer": "src/workers/demo-renderer.ts",
		"sqlite-reader": "src/platform/db/sqlite/reader.worker.ts",
	},
	format: "esm",
	platform: "node",
	target: "node20",
	outDir: "dist",
	outExtensions: () => ({ js: ".js" }),
	sourcemap: true,
	dts: false,
	clean: true,
});
