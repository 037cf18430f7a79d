import { once } from "node:events";
import type { Readable } from "node:stream";
import ZipStream from "zip-stream";

export interface ZipEntry {
	readonly name: string;
	readonly bytes: Buffer;
	/** Text shrinks; pictures are compressed already. */
	readonly compressed: boolean;
}

/**
 * Entries as one ZIP, written as it is read: an entry is taken when the one before has left. ZIP64 where sizes need it. When taking one fails the stream
 * is destroyed, so that a broken archive has no end that looks like one; when the reader goes away the entries are told to return.
 */
export function zipOf(entries: AsyncIterable<ZipEntry>, date: Date): Readable {
	const zip = new ZipStream();
	void fill(zip, entries, date).then(
		() => zip.finalize(),
		(fault) => zip.destroy(fault),
	);
	return zip;
}

async function fill(zip: ZipStream, entries: AsyncIterable<ZipEntry>, date: Date): Promise<void> {
	const gone = new AbortController();
	zip.once("close", () => gone.abort());
	for await (const { name, bytes, compressed } of entries) {
		if (zip.destroyed) return;
		await new Promise<void>((resolve, reject) => {
			zip.once("close", resolve);
			zip.entry(bytes, { name, date, store: !compressed }, (fault) => {
				zip.off("close", resolve);
				if (fault) reject(fault);
				else resolve();
			});
		});
		if (zip.writableNeedDrain) await once(zip, "drain", { signal: gone.signal }).catch(ifNot(gone.signal));
		if (zip.destroyed) return;
	}
}

function ifNot({ aborted }: AbortSignal) {
	return (fault: unknown) => {
		if (!aborted) throw fault;
	};
}
