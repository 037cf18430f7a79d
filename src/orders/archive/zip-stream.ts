import { once } from "node:events";
import type { Readable } from "node:stream";
import type ZipStream from "zip-stream";

export interface ZipEntry {
	readonly name: string;
	/** A stream for what is too long to be held in memory. */
	readonly bytes: Buffer | Readable;
	/** Text is compressed; pictures already are. */
	readonly compressed: boolean;
}

/**
 * Entries as one ZIP stream: an entry is requested once the previous one has been sent. ZIP64 where sizes need it. If requesting one fails, the stream
 * is destroyed, so that a broken archive does not look complete; if the reader goes away, the entries are asked to return.
 */
export type ZipOf = (entries: AsyncIterable<ZipEntry>, date: Date) => Readable;

/** Loads what writes archives. To be done before a URL is claimed, because it can fail, for instance when no file can be opened. */
export async function loadZipOf(): Promise<ZipOf> {
	const { default: ZipStream } = await import("zip-stream");
	return (entries, date) => {
		const zip = new ZipStream();
		void fill(zip, entries, date).then(
			() => zip.finalize(),
			(fault) => zip.destroy(fault),
		);
		return zip;
	};
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
