/** Errors of the operating system in plain words, for those who have to fix them. */
const MESSAGES: ReadonlyMap<string, string> = new Map(
	Object.entries({
		EACCES: "permission denied",
		EADDRINUSE: "the port is in use by another program",
		EADDRNOTAVAIL: "this machine has no such address",
		EAI_AGAIN: "the host name cannot be looked up right now",
		EBUSY: "it is in use by another program",
		ECONNREFUSED: "nothing answers at that address",
		ECONNRESET: "the connection was lost",
		EDQUOT: "the disk quota is used up",
		EEXIST: "it already exists",
		EFBIG: "the file would be too large",
		EHOSTUNREACH: "the host cannot be reached",
		EIO: "the disk reported an error",
		EISDIR: "it is a folder, not a file",
		ELOOP: "its symbolic links lead in a circle",
		EMFILE: "too many files are open",
		ENAMETOOLONG: "the name is too long",
		ENETUNREACH: "the network cannot be reached",
		ENOENT: "there is no such file or folder",
		ENOSPC: "the disk is full",
		ENOTDIR: "a part of the path is a file, not a folder",
		ENOTEMPTY: "the folder is not empty",
		ENOTFOUND: "there is no host with that name",
		EPERM: "permission denied",
		EROFS: "the disk is read-only",
		ETIMEDOUT: "it took too long to answer",
	}),
);

/** An error as a plain sentence without system error codes; unknown errors keep their message. */
export function plainFault(fault: unknown): string {
	if (!(fault instanceof Error)) return String(fault);
	return systemMessage(fault) ?? fault.message;
}

/** The plain words for a system error; `undefined` if there are none. */
export function systemMessage(fault: unknown): string | undefined {
	const code = (fault as NodeJS.ErrnoException | undefined)?.code;
	return typeof code === "string" ? MESSAGES.get(code) : undefined;
}
