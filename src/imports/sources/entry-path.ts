const LONGEST_PATH = 1024;

/**
 * Reads the name of an archive entry as a path inside the archive, with `/` between its folders (some
 * Windows programs write `\`). A name that points anywhere else is refused: nothing is ever written
 * to paths from an archive, but such a name indicates malice.
 */
export function readEntryPath(name: string): { path: string } | { reason: string } {
	if (name.length > LONGEST_PATH) return { reason: "its name is too long" };
	if (/\p{Cc}/u.test(name)) return { reason: "its name holds control characters" };
	const slashed = name.replaceAll("\\", "/");
	if (slashed.startsWith("/") || /^[a-z]:/i.test(slashed)) return { reason: "its path is absolute" };
	const parts = slashed.split("/");
	if (parts.includes("..")) return { reason: "its path leaves the archive" };
	const path = parts.filter((part) => part !== "" && part !== ".").join("/");
	return path === "" ? { reason: "it has no name" } : { path };
}
