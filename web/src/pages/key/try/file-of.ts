import { blobOf } from "../../../api/exchange.ts";

/** A response that is a file, and its name for saving. */
export interface ReturnedFile {
	readonly blob: Blob;
	readonly name: string;
	readonly isPicture: boolean;
}

const ENDINGS: ReadonlyMap<string, string> = new Map(
	Object.entries({
		"image/jpeg": "jpg",
		"image/png": "png",
		"application/zip": "zip",
	}),
);

/** A binary response: a picture or an archive; undefined for JSON and for responses without a body. */
export async function fileOf(response: Response, name: string): Promise<ReturnedFile | undefined> {
	const [type = ""] = (response.headers.get("content-type") ?? "").split(";");
	const ending = ENDINGS.get(type.trim());
	if (ending === undefined) return undefined;
	return { blob: await blobOf(response), name: `${name}.${ending}`, isPicture: type.startsWith("image/") };
}
