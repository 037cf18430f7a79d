import { plainFault } from "../platform/plain-fault.ts";

/** Input that cannot be read to its end; the message is the reason shown to whoever imports it. */
export class UnreadableInput extends Error {
	override readonly name = "UnreadableInput";
}

/**
 * Runs through chunks, turning failures of the file system into `UnreadableInput`, so that one bad file
 * does not end an import.
 */
export async function* readable(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	try {
		yield* chunks;
	} catch (error) {
		throw asUnreadable(error);
	}
}

/** The failure as `UnreadableInput`, where it comes from the input; anything else is thrown on as it is. */
export function asUnreadable(error: unknown): UnreadableInput {
	if (error instanceof UnreadableInput) return error;
	if (error instanceof Error && "code" in error) {
		return new UnreadableInput(`cannot be read: ${plainFault(error)}`, { cause: error });
	}
	throw error;
}

/**
 * All chunks as one buffer. The size is counted while reading, so that no announcement of it has to be
 * trusted. @throws UnreadableInput when there are more than `maxBytes`.
 */
export async function collect(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
	const collected: Uint8Array[] = [];
	let sizeBytes = 0;
	for await (const chunk of chunks) {
		sizeBytes += chunk.length;
		if (sizeBytes > maxBytes) throw new UnreadableInput(`is over ${maxBytes / 2 ** 20} MiB`);
		collected.push(chunk);
	}
	return Buffer.concat(collected, sizeBytes);
}
