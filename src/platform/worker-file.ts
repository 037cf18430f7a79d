import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Where a worker thread's code lies: beside the running bundle, or in `dist/` when this runs from source (tests do).
 * Node.js 20 cannot start a thread on TypeScript, so the threads are run as they ship.
 */
export function workerFile(name: string): string {
	const here = dirname(fileURLToPath(import.meta.url));
	const beside = join(here, `${name}.js`);
	return existsSync(beside) ? beside : join(here, "../../dist", `${name}.js`);
}
