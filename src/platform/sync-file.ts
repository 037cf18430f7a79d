import { open } from "node:fs/promises";

/** Makes the content of a file durable. */
export function syncFile(path: string): Promise<void> {
	return sync(path, "r+");
}

/** Makes the entries of a folder durable: what was created, renamed or removed in it. */
export function syncFolder(path: string): Promise<void> {
	return sync(path, "r");
}

async function sync(path: string, flags: "r" | "r+"): Promise<void> {
	const handle = await open(path, flags);
	await handle.sync().finally(() => handle.close());
}
