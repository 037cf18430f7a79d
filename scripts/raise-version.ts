import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { manifest, raised } from "./versions.ts";

/** `npm run raise -- 1.2.0`: writes the version wherever it is named; without one, only what the packages share with package.json. */
const root = fileURLToPath(new URL("..", import.meta.url));
const version = process.argv[2] ?? manifest.version;
if (!/^\d+\.\d+\.\d+$/.test(version))
	throw new Error(`${version} is no version: it has three numbers, as 1.2.0`);
for (const [file, text] of raised(version)) {
	writeFileSync(root + file, text);
	console.log(file);
}
