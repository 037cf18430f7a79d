import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Path of a worker thread's code: beside the running bundle, or in `dist/` when running from source (as tests do). Node.js 20 cannot
 * start a thread from TypeScript, so threads run the built code.
 */
export function workerFile(name: string): string {
	const here = dirname(fileURLToPath(import.meta.url));
	const beside = join(here, `${name}.js`);
	return existsSync(beside) ? beside : join(here, "../../dist", `${name}.js`);
}
