// Runs after `npm ci`. Builds, unless the builder was left out (`npm ci --omit=dev`).
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const builder = fileURLToPath(new URL("../node_modules/tsdown/dist/run.mjs", import.meta.url));

if (existsSync(builder)) {
	const build = spawnSync(process.execPath, [builder, "--log-level", "warn"], { stdio: "inherit" });
	process.exit(build.status ?? 1);
}
console.log("prepare: the builder is not installed, nothing built");
