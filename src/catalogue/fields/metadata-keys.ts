import { badRequest } from "../../platform/http/http-error.ts";
import { invalidMetadataKey } from "../errors.ts";
import { isMetadataKey } from "./fields.ts";

/** The distinct metadata keys of a list; none if it is absent. @throws HttpError 400 for an empty item, 422 `invalid_metadata_key`. */
export function metadataKeys(parameter: "has" | "missing", text: string | undefined): string[] {
	if (text === undefined) return [];
	const keys = new Set(text.split(",").map((item) => item.trim()));
	if (keys.has("")) throw badRequest(`${parameter} has an empty item.`);
	const unknown = [...keys].find((key) => !isMetadataKey(key));
	if (unknown !== undefined) throw invalidMetadataKey(parameter, unknown);
	return [...keys];
}
