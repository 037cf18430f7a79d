/**
 * A request's URL with a path that can be decoded: percent signs that encode nothing stand for themselves. Without this, no route would be found for
 * such a path, and nothing would be checked that comes before what the path names.
 */
export function readablePath(url: string): string {
	const end = url.search(/[?#]/);
	const path = end < 0 ? url : url.slice(0, end);
	if (!path.includes("%") || decoded(path) !== undefined) return url;
	// Characters are encoded in UTF-8, so neighbouring bytes are looked at together.
	const readable = path
		.replace(/%(?![0-9a-f]{2})/gi, "%25")
		.replace(/(?:%[0-9a-f]{2})+/gi, literalUnlessText);
	return end < 0 ? readable : readable + url.slice(end);
}

function literalUnlessText(bytes: string): string {
	return decoded(bytes) === undefined ? bytes.replaceAll("%", "%25") : bytes;
}

/** Returns the text: a bundler leaves out a call whose result nobody uses, since it does not know that this one throws. */
function decoded(text: string): string | undefined {
	try {
		return decodeURIComponent(text);
	} catch {
		return undefined;
	}
}
