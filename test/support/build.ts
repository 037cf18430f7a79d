import { spawnSync } from "node:child_process";

/** Builds what has changed before the tests: worker threads and the command are run as they ship. */
export default function build(): void {
	const result = spawnSync("npm", ["run", "--silent", "build", "--", "--if-changed", "--log-level", "warn"], {
		encoding: "utf8",
	});
	if (result.status !== 0) throw new Error(`build failed:\n${result.stdout}${result.stderr}`);
}
