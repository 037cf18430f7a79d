import { TransactionTooLong } from "./database.ts";

/** How often a write that cannot be divided is attempted. */
const ATTEMPTS = 3;

/** Writes items in order, in halves when a transaction takes too long. @returns an outcome for each. @throws TransactionTooLong for a single item. */
export async function writeInParts<T, O>(
	items: readonly T[],
	write: (some: readonly T[]) => Promise<readonly O[]>,
): Promise<O[]> {
	if (items.length <= 1) return [...(await tryAgainIfTooLong(() => write(items)))];
	try {
		return [...(await write(items))];
	} catch (fault) {
		if (!(fault instanceof TransactionTooLong)) throw fault;
	}
	const middle = Math.ceil(items.length / 2);
	const first = await writeInParts(items.slice(0, middle), write);
	return first.concat(await writeInParts(items.slice(middle), write));
}

/** Retries a write that cannot be divided when its transaction takes too long. @throws TransactionTooLong when every attempt does. */
export async function tryAgainIfTooLong<O>(write: () => Promise<O>): Promise<O> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await write();
		} catch (fault) {
			if (!(fault instanceof TransactionTooLong) || attempt === ATTEMPTS) throw fault;
		}
	}
}
