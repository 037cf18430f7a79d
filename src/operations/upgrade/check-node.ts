import type { Finding } from "./finding.ts";

/** The oldest Node.js that runs this version; a test compares it with `engines` in package.json. */
export const OLDEST_NODE = "20.19.0";

/** Until when releases of this major version support a Node.js version that is past its own end of life. */
const CARRIED: Readonly<Record<number, string>> = { 20: "2027-04-30" };

/** Whether this version runs on a given Node.js. @param version in the format of `process.version` */
export function checkNode(version: string): Finding {
	const [major = 0, minor = 0] = numbersOf(version);
	const [oldestMajor = 0, oldestMinor = 0] = numbersOf(OLDEST_NODE);
	if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
		return {
			check: "node",
			level: "blocked",
			text: `Node.js ${version} is too old: ${OLDEST_NODE} or newer is needed`,
		};
	}
	const until = CARRIED[major];
	if (until === undefined) return { check: "node", level: "ok", text: `Node.js ${version}` };
	const text = `Node.js ${version} runs Packshot until ${until}, but no longer receives fixes: move to 24`;
	return { check: "node", level: "note", text };
}

function numbersOf(version: string): number[] {
	return version.replace(/^v/, "").split(".").map(Number);
}
