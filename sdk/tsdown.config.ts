import { fileURLToPath } from "node:url";
import { defineConfig } from "tsdown";
import { program } from "../pull/tsdown.config.ts";

const forAnything = {
	format: "esm",
	platform: "neutral",
	target: "es2022",
	outDir: "dist",
	outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
	dts: { oxc: true },
	external: ["@packshot/sdk"],
} as const;

export default defineConfig([
	{ ...forAnything, entry: { index: "src/index.ts" }, clean: ["dist/index.*"] },
	// Apart, for those who do not need it: each is complete in itself.
	{ ...forAnything, entry: { "kosher-alerts": "src/kosher-alerts.ts" }, clean: ["dist/kosher-alerts.*"] },
	// Version 1.0.0 of this package had the command, before that was a package of its own.
	{
		...program,
		cwd: fileURLToPath(new URL("../pull", import.meta.url)),
		entry: { pull: "src/main.ts" },
		outDir: fileURLToPath(new URL("dist", import.meta.url)),
		outputOptions: { chunkFileNames: "pull/[name].js" },
		clean: false,
	},
]);
