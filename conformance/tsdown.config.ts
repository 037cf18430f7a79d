import { defineConfig } from "tsdown";

export default defineConfig({
	entry: { main: "src/main.ts" },
	format: "esm",
	platform: "node",
	target: "node20",
	outDir: "dist",
	outExtensions: () => ({ js: ".js" }),
	dts: false,
});
