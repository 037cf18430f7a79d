import { damaged } from "./archive-format.ts";

/** Far above any row: an import accepts at most a line of 1 MiB for a product at once. */
const LONGEST_LINE_BYTES = 64 * 1024 * 1024;

const LINE_FEED = 0x0a;

/**
 * The lines of a text that arrives in chunks, as many at a time as end within a chunk. Never holds more than one chunk and the longest line
 * allowed. @throws BackupError when a line is longer, or the last one is not terminated
 */
export async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
	let begun: Buffer[] = [];
	let begunBytes = 0;
	for await (const chunk of chunks) {
		const lines: string[] = [];
		let start = 0;
		for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
			const rest = chunk.subarray(start, end);
			lines.push((begunBytes === 0 ? rest : Buffer.concat([...begun, rest])).toString("utf8"));
			[begun, begunBytes, start] = [[], 0, end + 1];
		}
		if (start < chunk.length) begun.push(chunk.subarray(start));
		begunBytes += chunk.length - start;
		if (begunBytes > LONGEST_LINE_BYTES) throw damaged("one of its lines is far too long");
		if (lines.length > 0) yield lines;
	}
	if (begunBytes > 0) throw damaged("its last line is truncated");
}
