import { Piscina } from "piscina";
import { workerFile } from "../../platform/worker-file.ts";
import type { BuildPack } from "./pack-texts.ts";

/** A thread that builds packs, started on demand: a large pack takes a second. */
export function createPackingThread(): { readonly build: BuildPack; close(): Promise<void> } {
	const pool = new Piscina({
		filename: workerFile("text-packer"),
		minThreads: 0,
		maxThreads: 1,
		idleTimeout: 1000,
	});
	return {
		build: (lines) => pool.run(lines, { name: "build" }),
		close: () => pool.destroy(),
	};
}
