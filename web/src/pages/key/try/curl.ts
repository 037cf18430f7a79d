import type { ApiRequest } from "./request.ts";

/**
 * The command that makes a call from a terminal. The token is taken from the shell's `ACCESS_TOKEN`. A redirect is followed into a file: it
 * leads to the picture, once.
 */
export function curlOf(request: ApiRequest, origin: string): string {
	const { method, path, body, isPublic } = request;
	const isPicture = /\/image\?/.test(path);
	const words = [
		`curl${method === "HEAD" ? " -I" : ""}${isPicture ? " -L -o picture" : ""} ${quoted(origin + path)}`,
		...(isPublic ? [] : ['-H "Authorization: Bearer $ACCESS_TOKEN"']),
		...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
	];
	return words.join(" \\\n  ");
}

/** A text as one word of a POSIX shell. */
function quoted(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
