import { spawnSync } from "node:child_process";

/** Rebuilds whatever has changed before the tests start: worker threads and the command are tested as they ship. */
export default function build(): void {
	const result = spawnSync("npm", ["run", "--silent", "build", "--", "--if-changed", "--log-level", "warn"], {
		encoding: "utf8",
	});
	if (result.status !== 0) throw new Error(`build failed:\n${result.stdout}${result.stderr}`);
}
