import { jpegSize } from "./jpeg-header.ts";
import { pictureKind } from "./picture-kind.ts";
import { pngSize } from "./png-header.ts";

/** Width times height as the header of a JPEG or PNG tells them; 0 for what is neither or is broken. Copies and decodes nothing. */
export function pixelCount(bytes: Uint8Array): number {
	const kind = pictureKind(bytes);
	const size = kind === "jpeg" ? jpegSize(bytes) : kind === "png" ? pngSize(bytes) : undefined;
	return size ? size.width * size.height : 0;
}
