import fc from "fast-check";

/** The bytes cut into chunks at the given offsets, in any order and number; chunks may be empty. */
export async function* cutInto(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
	let start = 0;
	for (const cut of [...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b)) {
		yield bytes.subarray(start, cut);
		start = cut;
	}
	yield bytes.subarray(start);
}

/** Offsets at which a stream is cut. */
export const anyCuts = fc.array(fc.nat({ max: 10_000 }), { maxLength: 12 });

/** Everything that a reader yields for a text that arrives in one piece. */
export async function readAll<Item>(
	read: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Item>,
	content: string | Uint8Array,
	cuts: readonly number[] = [],
): Promise<Item[]> {
	const items: Item[] = [];
	for await (const item of read(cutInto(Buffer.from(content), cuts))) items.push(item);
	return items;
}
