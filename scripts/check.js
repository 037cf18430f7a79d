// Runs the type and lint checks side by side and prints the output of each when it ends: `npm run check`.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const codes = await Promise.all(["types", "lint"].map(run));
process.exitCode = codes.find((code) => code !== 0) ?? 0;

/** @returns the exit code of an npm script. */
function run(script) {
	const child = spawn("npm", ["run", script], {
		cwd: root,
		stdio: ["ignore", "pipe", "pipe"],
		shell: process.platform === "win32",
	});
	const said = [];
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => said.push(part));
	return new Promise((resolve, reject) => {
		child.once("error", reject);
		child.once("close", (code) => {
			process.stdout.write(Buffer.concat(said));
			resolve(code ?? 1);
		});
	});
}
