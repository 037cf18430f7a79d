// Runs unit and contract tests on the Node.js versions in common use besides the oldest one, on which `npm test` runs. The tests are divided among the
// versions; with
// PACKSHOT_TEST_LONG=1, or with arguments for Vitest that select tests, every version runs them all.
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The version that most servers run, and the newest one. */
const VERSIONS = ["24", "latest"];

const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = join(root, "node_modules/vitest/vitest.mjs");

run(process.execPath, [join(root, "scripts/build.js"), "--if-changed", "--log-level", "warn"]);
const wanted = process.argv.slice(2);
const isWhole = process.env.PACKSHOT_TEST_LONG === "1" || wanted.length > 0;
let failed = false;
for (const [place, version] of VERSIONS.entries()) {
	const part = isWhole ? [] : [`--shard=${place + 1}/${VERSIONS.length}`];
	const folder = nodeFolder(version);
	const node = join(folder, process.platform === "win32" ? "node.exe" : "node");
	run(node, ["-p", "'\\nNode.js ' + process.version"]);
	const { status } = spawnSync(
		node,
		[vitest, "run", "--config", "vitest.nodes.config.ts", ...part, ...wanted],
		// Programs that the tests start have to run on this version too.
		{
			cwd: root,
			stdio: "inherit",
			env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
		},
	);
	failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);

/** The folder with the `node` binary, which npm provides as one package per platform. */
function nodeFolder(version) {
	const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
	const folder = join(root, "node_modules/.cache/packshot-nodes", version);
	mkdirSync(folder, { recursive: true });
	const options = [
		"--no-save",
		"--no-package-lock",
		"--prefer-online",
		"--no-audit",
		"--no-fund",
		"--ignore-scripts",
	];
	run("npm", ["install", "--prefix", folder, ...options, `${name}@${version}`], process.platform === "win32");
	return join(folder, "node_modules", name, "bin");
}

function run(program, words, shell = false) {
	const { status, error } = spawnSync(program, words, { cwd: root, stdio: "inherit", shell });
	if (status === 0) return;
	if (error) console.error(error.message);
	process.exit(status ?? 1);
}
