import { DEPARTMENTS } from "../../catalogue/fields/vocabularies.ts";
import { unknownBrands } from "../../catalogue/listing/brand-names.ts";
import type { Database } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import type { ClientPolicy } from "../policy/client.ts";

/** The options given on this call. */
interface Given {
	readonly expires?: unknown;
	readonly brand?: unknown;
	readonly department?: unknown;
}

/** A sentence without its subject, which is `about`. */
export interface PolicyWarning {
	readonly about: keyof Given;
	readonly text: string;
}

/** Settings just made that will probably not have the intended effect. They are allowed all the same, because a catalogue grows. */
export async function policyWarnings(
	db: Database,
	policy: Pick<ClientPolicy, "expiresAtMs" | "brands" | "departments">,
	given: Given,
	nowMs: number,
): Promise<PolicyWarning[]> {
	const { expiresAtMs } = policy;
	const isOver = given.expires !== undefined && expiresAtMs !== null && expiresAtMs <= nowMs;
	const known: readonly string[] = DEPARTMENTS;
	const departments = given.department
		? policy.departments.filter((department) => !known.includes(department))
		: [];
	const brands = given.brand ? await unknownBrands(db, policy.brands) : [];
	return [
		...(isOver
			? [about("expires", `${isoTime(expiresAtMs)} is in the past: the client expires at once`)]
			: []),
		...departments.map((department) =>
			about(
				"department",
				`"${department}" is not one of ${known.filter(Boolean).join(", ")}: it lets nothing through`,
			),
		),
		...brands.map(({ brand, writtenAs }) =>
			about(
				"brand",
				writtenAs.length > 0
					? `"${brand}" matches no product; the catalogue spells it ${writtenAs.map((each) => `"${each}"`).join(" and ")}`
					: `"${brand}" matches no product in the catalogue so far`,
			),
		),
	];
}

function about(what: keyof Given, text: string): PolicyWarning {
	return { about: what, text };
}
