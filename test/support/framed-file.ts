import { frameBytes, framedTexts } from "../../src/pictures/rights/packet-frame.ts";
import { NO_RIGHTS } from "../../src/pictures/rights/texts.ts";

const write = framedTexts({ ...NO_RIGHTS, creator: "Studio North" });

/** A picture with a packet about rights, as it is delivered. */
export function framedFile(file: Uint8Array, contentType: string): Buffer {
	const framed = Buffer.concat([Buffer.alloc(frameBytes(contentType)), file]);
	write(framed, contentType, undefined);
	return framed;
}
