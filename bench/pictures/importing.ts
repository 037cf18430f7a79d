import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { benchFolder, runPackshot, startPackshot } from "../processes.ts";
import { type SourceFile, writePictures } from "./sources.ts";

const port = 8195;
const watch = fileURLToPath(new URL("../watch-event-loop.js", import.meta.url));

export interface ImportSpeed {
	readonly name: string;
	readonly picturesPerSecond: number;
	/** The longest event-loop delay of the import itself and of a server running beside it. */
	readonly importDelayMs: number;
	readonly serverDelayMs: number;
}

/** Imports a picture under many barcodes with the command, beside a server on the same data. Start-up and exit of the command are included. */
export async function importSpeeds(sources: readonly SourceFile[], count: number): Promise<ImportSpeed[]> {
	const speeds: ImportSpeed[] = [];
	for (const source of sources) speeds.push(await importSpeed(source, count));
	return speeds;
}

async function importSpeed(source: SourceFile, count: number): Promise<ImportSpeed> {
	const { folder, remove } = benchFolder();
	try {
		writePictures(folder, source, count);
		const server = await startPackshot(folder, port, watched(folder, "server"));
		const start = performance.now();
		runPackshot(folder, ["import", join(folder, "incoming")], watched(folder, "import"));
		const seconds = (performance.now() - start) / 1000;
		await server.stop();
		return {
			name: source.kind,
			picturesPerSecond: count / seconds,
			importDelayMs: delayOf(folder, "import"),
			serverDelayMs: delayOf(folder, "server"),
		};
	} finally {
		remove();
	}
}

const delayFile = (folder: string, who: string): string => join(folder, `${who}-delay`);

function watched(folder: string, who: string): Record<string, string> {
	return { NODE_OPTIONS: `--import=${watch}`, LOOP_DELAY_FILE: delayFile(folder, who) };
}

function delayOf(folder: string, who: string): number {
	return Number(readFileSync(delayFile(folder, who), "utf8"));
}
