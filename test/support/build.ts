import { spawnSync } from "node:child_process";

/** Rebuilds whatever has changed before the tests start: worker threads and the command are tested as they ship. */
export default function build(): void {
	const result = spawnSync("npm", ["run", "--silent", "build", "--", "--if-changed", "--log-level", "warn"], {
		encoding: "utf8",
	});
	if (result.status === 0) return;
	// Vitest cannot print an error whose text has the code frames of the build.
	process.stderr.write(`${result.stdout}${result.stderr}`);
	throw new Error("the build failed");
}
