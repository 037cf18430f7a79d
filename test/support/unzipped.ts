import { buffer } from "node:stream/consumers";
import yauzl from "yauzl";

/** The files of a ZIP by name, each checked against its CRC-32. @throws Error if the archive is truncated. */
export function unzipped(bytes: Uint8Array): Promise<Map<string, Buffer>> {
	return new Promise((resolve, reject) => {
		yauzl.fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (fault, zip) => {
			if (fault) return reject(fault);
			const files = new Map<string, Buffer>();
			zip.on("error", reject);
			zip.on("end", () => resolve(files));
			zip.on("entry", (entry: yauzl.Entry) => {
				zip.openReadStream(entry, async (broken, stream) => {
					if (broken) return reject(broken);
					files.set(entry.fileName, await buffer(stream));
					zip.readEntry();
				});
			});
			zip.readEntry();
		});
	});
}
