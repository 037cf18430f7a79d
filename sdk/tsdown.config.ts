import { fileURLToPath } from "node:url";
import { defineConfig } from "tsdown";
import { program } from "../pull/tsdown.config.ts";

export default defineConfig([
	{
		format: "esm",
		platform: "neutral",
		target: "es2022",
		entry: { index: "src/index.ts" },
		outDir: "dist",
		outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
		dts: { oxc: true },
		clean: ["dist/index.*"],
	},
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
