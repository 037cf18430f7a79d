import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Path of a worker's code: beside the running bundle, or in `dist/` when running from source, as Node.js 20 starts no thread from TypeScript. */
export function workerFile(name: string): string {
	const here = dirname(fileURLToPath(import.meta.url));
	const beside = join(here, `${name}.js`);
	return existsSync(beside) ? beside : join(here, "../../dist", `${name}.js`);
}
