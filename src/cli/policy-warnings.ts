import { unknownBrands } from "../catalogue/brand-names.ts";
import { DEPARTMENTS } from "../catalogue/vocabularies.ts";
import type { ClientPolicy } from "../clients/client.ts";
import { isoTime } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";

/** What was given on this call. */
interface Given {
	readonly expires?: unknown;
	readonly brand?: unknown;
	readonly department?: unknown;
}

/** What was just set and will hardly do what was meant, in sentences: it is allowed all the same, for a catalogue grows. */
export async function policyWarnings(
	db: Database,
	policy: ClientPolicy,
	given: Given,
	nowMs: number,
): Promise<string[]> {
	const { expiresAtMs } = policy;
	const isOver = given.expires !== undefined && expiresAtMs !== null && expiresAtMs <= nowMs;
	const known: readonly string[] = DEPARTMENTS;
	const departments = given.department
		? policy.departments.filter((department) => !known.includes(department))
		: [];
	const brands = given.brand ? await unknownBrands(db, policy.brands) : [];
	return [
		...(isOver ? [`--expires ${isoTime(expiresAtMs)} is past: the client is expired at once`] : []),
		...departments.map(
			(department) =>
				`--department "${department}" is none of ${known.filter(Boolean).join(", ")}: it lets nothing through`,
		),
		...brands.map(({ brand, writtenAs }) =>
			writtenAs.length > 0
				? `--brand "${brand}" matches no product; the catalogue writes ${writtenAs.map((each) => `"${each}"`).join(" and ")}`
				: `--brand "${brand}" matches no product of the catalogue so far`,
		),
	];
}
