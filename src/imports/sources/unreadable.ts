import { plainFault } from "../../platform/plain-fault.ts";

/** Input that cannot be read to its end; the message is the reason shown to the person importing it. */
export class UnreadableInput extends Error {
	override readonly name = "UnreadableInput";
}

/**
 * Passes chunks through, turning file system failures into `UnreadableInput`, so that one bad file
 * does not end an import.
 */
export async function* readable(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	try {
		yield* chunks;
	} catch (error) {
		throw asUnreadable(error);
	}
}

/** The failure as `UnreadableInput` if it comes from the input; anything else is rethrown. */
export function asUnreadable(error: unknown): UnreadableInput {
	if (error instanceof UnreadableInput) return error;
	if (error instanceof Error && "code" in error) {
		return new UnreadableInput(`cannot be read: ${plainFault(error)}`, { cause: error });
	}
	throw error;
}

/**
 * All chunks as one buffer. The size is counted while reading, so that no declared size has to be
 * trusted. @throws UnreadableInput when it exceeds `maxBytes`.
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
