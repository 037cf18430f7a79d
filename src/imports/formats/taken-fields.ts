import type { MetadataChange } from "../../catalogue/writing/metadata-change.ts";

/** Counts how many changes provide each field, as `info.brand`; for a scope that is not an object, the scope. */
export function createTakenCount() {
	const taken = new Map<string, number>();
	return {
		note({ barcode: _, ...scopes }: MetadataChange): void {
			for (const [scope, given] of Object.entries(scopes)) {
				const isFields = typeof given === "object" && given !== null && !Array.isArray(given);
				const keys = isFields ? Object.keys(given).map((field) => `${scope}.${field}`) : [scope];
				for (const key of keys) taken.set(key, (taken.get(key) ?? 0) + 1);
			}
		},
		counts: (): Record<string, number> => Object.fromEntries([...taken].sort(([, a], [, b]) => b - a)),
	};
}
