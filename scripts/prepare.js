// Runs after `npm ci`. Builds, unless the build tools were left out (`npm ci --omit=dev`).
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));

if (existsSync(path("../node_modules/tsdown")) && existsSync(path("../node_modules/vite"))) {
	const build = spawnSync(process.execPath, [path("build.js"), "--log-level", "warn"], { stdio: "inherit" });
	process.exit(build.status ?? 1);
}
console.log("prepare: the builders are not installed, nothing built");
