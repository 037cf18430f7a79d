import { jpegSize } from "./jpeg-header.ts";
import { pictureKind } from "./picture-kind.ts";
import { pngSize } from "./png-header.ts";

/** Width times height according to the header of a JPEG or PNG; 0 if it is neither or broken. Copies and decodes nothing. */
export function pixelCount(bytes: Uint8Array): number {
	const kind = pictureKind(bytes);
	const size = kind === "jpeg" ? jpegSize(bytes) : kind === "png" ? pngSize(bytes) : undefined;
	return size ? size.width * size.height : 0;
}
