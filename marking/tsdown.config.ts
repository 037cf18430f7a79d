import { defineConfig } from "tsdown";

export default defineConfig({
	entry: {
		prepare: "src/prepare.ts",
		deliver: "src/deliver.ts",
		attribute: "src/attribute.ts",
		search: "src/search.ts",
	},
	format: "esm",
	platform: "node",
	target: "node20",
	outDir: "dist",
	outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
	dts: true,
	// The plugin that writes declarations is most of the build.
	checks: { pluginTimings: false },
	clean: true,
});
