import { defineConfig } from "tsdown";

export default defineConfig({
	entry: { index: "src/index.ts" },
	format: "esm",
	platform: "neutral",
	target: "es2022",
	outDir: "dist",
	outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
	dts: { oxc: true },
	clean: true,
});
