import { findSources, type MetadataSource } from "./sources.ts";

/** A picture takes about as long as this many bytes of metadata. */
const PICTURE_BYTES = 1_500_000;

/** The total amount to import, and the progress so far. */
export interface ImportAmount {
	/** The same source; what is read from it counts as progress. */
	watched(source: MetadataSource): MetadataSource;
	/** @param pictures number of picture files done. */
	shareOf(pictures: number): { readonly share: number; readonly allPictures: number };
}

/** Walks what is to be imported once, without reading it. */
export async function measure(paths: Iterable<string>, find = findSources): Promise<ImportAmount> {
	let pictures = 0;
	let metadataBytes = 0;
	for await (const source of find(paths)) {
		if (source.kind === "picture") pictures++;
		else if (source.kind === "metadata") metadataBytes += source.sizeBytes;
	}
	const whole = Math.max(1, metadataBytes + pictures * PICTURE_BYTES);
	let readBytes = 0;
	async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		for await (const chunk of chunks) {
			readBytes += chunk.length;
			yield chunk;
		}
	}
	return {
		watched: (source) => ({ ...source, chunks: () => counted(source.chunks()) }),
		shareOf: (done) => ({
			share: Math.min(1, (readBytes + done * PICTURE_BYTES) / whole),
			allPictures: pictures,
		}),
	};
}
