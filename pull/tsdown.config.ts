import { defineConfig } from "tsdown";
import { keptLicences } from "../scripts/kept-licences.ts";

const shared = {
	format: "esm",
	platform: "node",
	target: "es2022",
	outDir: "dist",
	outExtensions: () => ({ js: ".js", dts: ".d.ts" }),
} as const;

/** The program. What it needs is in it, so that it runs with nothing but Node.js. */
export const program = {
	...shared,
	dts: false,
	deps: {
		alwaysBundle: ["@packshot/sdk"],
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
	plugins: [keptLicences("pull-licences.txt", "packshot-pull")],
} as const;

export default defineConfig([
	{
		...program,
		entry: { main: "src/main.ts", index: "src/index.ts" },
		clean: ["dist/*.js", "dist/shared"],
		// What the command and its functions share, once.
		outputOptions: { chunkFileNames: "shared/[name].js" },
	},
	{
		...shared,
		// Whoever calls the functions gives them a client of the SDK, of that package's type.
		entry: { index: "src/index.ts" },
		deps: { neverBundle: ["@packshot/sdk"] },
		dts: { oxc: true, emitDtsOnly: true },
		clean: ["dist/*.d.ts"],
	},
]);
