// Builds the program, then the pages: tsdown empties dist/, so the pages come after it. What is given on the command line goes to tsdown.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const modules = new URL("../node_modules/", import.meta.url);

function run(builder, ...words) {
	const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(builder, modules)), ...words], {
		stdio: "inherit",
		// Whoever builds with another in his environment, as tests do, would get pages with React's checks for development in them.
		env: { ...process.env, NODE_ENV: "production" },
	});
	if (status !== 0) process.exit(status ?? 1);
}

run("tsdown/dist/run.mjs", ...process.argv.slice(2));
run("vite/bin/vite.js", "build", fileURLToPath(new URL("../web", import.meta.url)), "--logLevel", "warn");
