import { filesIn, type StaticFile } from "../platform/http/static-file.ts";

const NOT_FOUND = "/404.html";

/**
 * Reads the built documentation. A page's address is its file name without `.html`, that of the first one `/docs`.
 * @returns files by URL path, and the not-found page; nothing if the documentation was not built
 */
export function documentationIn(folder: string) {
	const built = filesIn(folder);
	const notFound = built.get(NOT_FOUND);
	built.delete(NOT_FOUND);
	const files = new Map<string, StaticFile>();
	for (const [path, file] of built) {
		files.set(`/docs${path.replace(/^\/index\.html$|\.html$/, "")}`, file);
	}
	return { files, notFound };
}
