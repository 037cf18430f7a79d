import fc from "fast-check";

/** The bytes cut into chunks at the places given, in any order and number; empty chunks occur. */
export async function* cutInto(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
	let start = 0;
	for (const cut of [...cuts].map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b)) {
		yield bytes.subarray(start, cut);
		start = cut;
	}
	yield bytes.subarray(start);
}

/** Places at which a stream is cut. */
export const anyCuts = fc.array(fc.nat({ max: 10_000 }), { maxLength: 12 });

/** All that a reader gives for a text that arrives in one piece. */
export async function readAll<Item>(
	read: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Item>,
	content: string | Uint8Array,
	cuts: readonly number[] = [],
): Promise<Item[]> {
	const items: Item[] = [];
	for await (const item of read(cutInto(Buffer.from(content), cuts))) items.push(item);
	return items;
}
