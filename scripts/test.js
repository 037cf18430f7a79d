// Runs the tests, and beside them the checks of types and code, which use the moments in which tests wait: `npm test`. Arguments go to Vitest.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const checks = start([fileURLToPath(new URL("check.js", import.meta.url))]);
const tests = start([vitest, "run", ...process.argv.slice(2)]);

let checksSaid = "";
checks.stdout.on("data", (text) => {
	checksSaid += text;
});
let lastLine = "";
tests.stdout.on("data", (text) => {
	const lines = (lastLine + text).split(/(?<=\n)/);
	lastLine = lines.pop() ?? "";
	process.stdout.write(lines.join(""));
});

// A terminal interrupts them as well, and they end in their own order; who ends this program alone ends them.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => {
	for (const child of [checks, tests]) child.kill("SIGTERM");
});

const [checkCode, testCode] = await Promise.all([checks, tests].map(codeOf));
// The last line is what people look at: the tests' closing line, unless it is not the whole truth.
if (checkCode === 0) process.stdout.write(checksSaid + lastLine);
else process.stdout.write(lastLine + checksSaid);
process.exitCode = testCode || checkCode;

function start(words) {
	const color = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
	const child = spawn(process.execPath, words, {
		stdio: ["inherit", "pipe", "inherit"],
		env: { ...process.env, ...color },
	});
	child.stdout.setEncoding("utf8");
	return child;
}

/** The exit code of a program; 1 where a signal ended it. */
async function codeOf(child) {
	const [code] = await once(child, "close");
	return code ?? 1;
}
