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
		dts: false,
		clean: ["dist/index.*"],
	},
	{
		...shared,
		entry: { pull: "src/pull/main.ts", shops: "src/shops.ts" },
		// What the command and its functions share, once.
		outputOptions: { chunkFileNames: "shops/[name].js" },
		platform: "node",
		dts: false,
		clean: ["dist/pull*", "dist/shops*"],
		// What they need is in them, so that whoever wants the client alone installs nothing else.
		deps: {
			onlyBundle: [
				"aws4fetch",
				"fflate",
				"cli-progress",
				"string-width",
				"strip-ansi",
				"ansi-regex",
				"emoji-regex",
				"is-fullwidth-code-point",
			],
		},
		plugins: [keptLicences("pull-licences.txt", "dist/pull.js and dist/shops")],
	},
	{
		...shared,
		// One declaration of each type: a client of the one entry is a client for the other.
		entry: { index: "src/index.ts", shops: "src/shops.ts" },
		outputOptions: { chunkFileNames: "[name].d.ts" },
		platform: "node",
		dts: { oxc: true, emitDtsOnly: true },
		clean: ["dist/*.d.ts"],
	},
]);
