import { defineConfig } from "tsdown";
import { keptLicences } from "../scripts/kept-licences.ts";

const shared = {
	format: "esm",
	target: "es2022",
	outDir: "dist",
	outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
} as const;

export default defineConfig([
	{
		...shared,
		entry: { index: "src/index.ts" },
		platform: "neutral",
		dts: { oxc: true },
		clean: ["dist/index.*"],
	},
	{
		...shared,
		entry: { pull: "src/pull/main.ts" },
		// One file: whoever has the client alone in their folder sees what belongs to the command.
		outputOptions: { codeSplitting: false },
		platform: "node",
		dts: false,
		clean: ["dist/pull*"],
		// What the command needs is in it, so that whoever wants the client alone installs nothing else.
		deps: {
			onlyBundle: [
				"fflate",
				"cli-progress",
				"string-width",
				"strip-ansi",
				"ansi-regex",
				"emoji-regex",
				"is-fullwidth-code-point",
			],
		},
		plugins: [keptLicences("pull-licences.txt", "dist/pull.js")],
	},
]);
