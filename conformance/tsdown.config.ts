import { defineConfig } from "tsdown";
import { keptLicences } from "../scripts/kept-licences.ts";

export default defineConfig({
	entry: { main: "src/main.ts" },
	format: "esm",
	platform: "node",
	target: "node20",
	outDir: "dist",
	outExtensions: () => ({ js: ".js" }),
	dts: false,
	// It needs only Node.js.
	deps: { onlyBundle: ["typebox"] },
	plugins: [keptLicences("licences.txt", "packshot-conformance")],
});
