import { damaged } from "./archive-format.ts";

/** Far above any row: all that an import takes in of a product at once is a line of 1 MiB. */
const LONGEST_LINE_BYTES = 64 * 1024 * 1024;

const LINE_FEED = 0x0a;

/**
 * The lines of a text that arrives in chunks: all that end in a chunk at a time. Never holds more than a chunk and the longest line that may
 * be. @throws BackupError when a line is longer, or the last one has no end
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
		if (begunBytes > LONGEST_LINE_BYTES) throw damaged("a line of it is far too long");
		if (lines.length > 0) yield lines;
	}
	if (begunBytes > 0) throw damaged("its last line breaks off");
}
