/** The beginning of a stream of bytes, and the whole stream. */
export interface Peeked {
	/** `headBytes` bytes, or as many as there are. */
	readonly head: Uint8Array;
	/** Everything, from the first byte on. */
	readonly chunks: AsyncIterable<Uint8Array>;
}

/** Reads the beginning of a stream, which can still be read from its first byte on. */
export async function peeked(chunks: AsyncIterable<Uint8Array>, headBytes: number): Promise<Peeked> {
	const reader = chunks[Symbol.asyncIterator]();
	const begun: Uint8Array[] = [];
	let bytes = 0;
	while (bytes < headBytes) {
		const next = await reader.next();
		if (next.done) break;
		begun.push(next.value);
		bytes += next.value.length;
	}
	return { head: joined(begun).subarray(0, headBytes), chunks: continued(begun, reader) };
}

async function* continued(
	begun: readonly Uint8Array[],
	rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
	try {
		yield* begun;
		for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
	} finally {
		await rest.return?.();
	}
}

/** A stream of bytes that are in memory. */
export async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield bytes;
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
	const [only] = parts;
	if (only && parts.length === 1) return only;
	const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		whole.set(part, at);
		at += part.length;
	}
	return whole;
}
