import type { Meta } from "./api-types.ts";
import { type ApiRequest, answered, type Call } from "./call.ts";
import { sumOfCredits } from "./credits.ts";
import { isPackshotError } from "./errors.ts";
import { newIdempotencyKey } from "./idempotency-key.ts";
import type { CallOptions, IdempotentCallOptions } from "./options.ts";
import type { Answer, ResponseInfo } from "./response-info.ts";

/** Maximum number of barcodes in one bulk check. */
const LARGEST_PART = 500;

interface Checked<Entry> {
	readonly results: Record<string, Entry>;
	readonly meta: Meta;
}

/** The merged responses of all parts: costs are added up, everything else is taken from the last part. */
export type BulkAnswer<Body> = Answer<Body> & {
	/** The response headers of each part. */
	readonly parts: readonly ResponseInfo[];
};

/**
 * Checks any number of barcodes in parts, each with its own idempotency key derived from the call's: when a part fails, repeat the
 * call with `error.idempotencyKey`, and parts already paid for cost nothing more.
 * @throws TypeError, before anything is sent, for a key that leaves no room for the part numbers.
 */
export async function bulkCheck<Entry>(
	call: Call,
	path: string,
	{ barcodes, ...rest }: { readonly barcodes: Iterable<string>; readonly fields?: boolean },
	options: IdempotentCallOptions = {},
): Promise<BulkAnswer<Checked<Entry>>> {
	const { idempotencyKey = newIdempotencyKey() } = options;
	const answers: Answer<Checked<Entry>>[] = [];
	const parts = partsOf([...new Set(barcodes)]);
	requireRoomForParts(idempotencyKey, parts.length);
	for (const [index, part] of parts.entries()) {
		const request: ApiRequest = {
			method: "POST",
			path,
			body: { barcodes: part, ...rest },
			idempotencyKey: partKey(idempotencyKey, index + 1),
			isBilled: true,
		};
		try {
			answers.push(await answered(call, request, options));
		} catch (error) {
			throw isPackshotError(error) ? Object.assign(error, { idempotencyKey }) : error;
		}
	}
	return merged(answers);
}

/**
 * Resolves any number of barcodes in parts. It is free, so a part may be resent without a key.
 * @throws PackshotError for the first part that fails.
 */
export async function resolveBarcodes<Entry>(
	call: Call,
	barcodes: Iterable<string>,
	options?: CallOptions,
): Promise<BulkAnswer<Checked<Entry>>> {
	const answers: Answer<Checked<Entry>>[] = [];
	for (const part of partsOf([...new Set(barcodes)])) {
		const request: ApiRequest = { method: "POST", path: "/barcodes/resolve", body: { barcodes: part } };
		answers.push(await answered(call, request, options));
	}
	return merged(answers);
}

/** The maximum that the service accepts. */
const LONGEST_KEY = 255;

const partKey = (key: string, part: number): string => (part === 1 ? key : `${key}.${part}`);

/** Without this check the first part would be charged, and the others refused however often the call is repeated. */
function requireRoomForParts(key: string, parts: number): void {
	const excess = partKey(key, parts).length - LONGEST_KEY;
	if (parts === 1 || excess <= 0) return;
	throw new TypeError(
		`idempotencyKey has ${key.length} characters; for ${parts} parts it may have ${key.length - excess}`,
	);
}

/** An empty list gives one empty part, which the service refuses. */
function partsOf(barcodes: readonly string[]): string[][] {
	const parts = Math.max(1, Math.ceil(barcodes.length / LARGEST_PART));
	return Array.from({ length: parts }, (_, index) =>
		barcodes.slice(index * LARGEST_PART, (index + 1) * LARGEST_PART),
	);
}

function merged<Entry>(answers: readonly Answer<Checked<Entry>>[]): BulkAnswer<Checked<Entry>> {
	const last = answers.at(-1) as Answer<Checked<Entry>>;
	const parts = answers.map(({ response }) => response);
	const prices = answers.map(({ meta }) => ({ exact: String(meta.credits_debited) }));
	return {
		...last,
		// Not by assignment: `__proto__` is a text like any other.
		results: Object.fromEntries(answers.flatMap(({ results }) => Object.entries(results))),
		meta: { ...last.meta, credits_debited: sumOfCredits(prices).number },
		response: { ...last.response, creditsDebited: sumOfCredits(parts.map((part) => part.creditsDebited)) },
		parts,
	};
}
