import { type Setting, SettingError } from "../../platform/settings.ts";
import type { Finding } from "./finding.ts";

/** A setting of an earlier version. */
export interface RetiredSetting {
	readonly name: string;
	/** The version that deprecated or removed it. */
	readonly since: string;
	/** Whether it still has an effect. */
	readonly works: boolean;
	/** What to set instead, or that nothing needs to be set. */
	readonly instead: string;
}

/** Deprecated and removed settings. An entry stays for the whole of the next major version. */
export const RETIRED_SETTINGS: readonly RetiredSetting[] = [];

/** Variables that the service's environment may contain besides its settings: those of `move` and of `packshot-pull`. */
const OTHERS = ["PACKSHOT_TO_PASSWORD", "PACKSHOT_URL", "PACKSHOT_CLIENT_ID", "PACKSHOT_API_KEY"];

type Environment = Readonly<Record<string, string | undefined>>;

/** Values that this version refuses, unknown settings and retired ones: one finding each, or a single `ok`. */
export function checkSettings(
	settings: readonly Setting<unknown>[],
	environment: Environment,
	retired: readonly RetiredSetting[] = RETIRED_SETTINGS,
): readonly Finding[] {
	const set = Object.keys(environment)
		.filter((name) => name.startsWith("PACKSHOT_") && environment[name])
		.sort();
	const known = new Set([...settings.map(({ name }) => name), ...OTHERS]);
	const findings = [
		...settings.flatMap((setting) => refusedValue(setting, environment)),
		...set.flatMap((name) => {
			const gone = retired.find((each) => each.name === name);
			if (gone) return [retiredFinding(gone)];
			return known.has(name) ? [] : [unknownFinding(name)];
		}),
	];
	if (findings.length > 0) return findings;
	const count = set.filter((name) => !OTHERS.includes(name)).length;
	return [{ check: "settings", level: "ok", text: `${count} set, all of them known and valid` }];
}

function refusedValue({ name, parse }: Setting<unknown>, environment: Environment): Finding[] {
	try {
		parse(environment[name]);
		return [];
	} catch (fault) {
		if (fault instanceof SettingError) return [{ check: "settings", level: "blocked", text: fault.message }];
		throw fault;
	}
}

function retiredFinding({ name, since, works, instead }: RetiredSetting): Finding {
	const text = works
		? `${name} has been deprecated since ${since}: ${instead}`
		: `${name} was removed in ${since}: ${instead}`;
	return { check: "settings", level: works ? "note" : "warning", text };
}

function unknownFinding(name: string): Finding {
	return {
		check: "settings",
		level: "warning",
		text: `${name} is not a setting of this version and has no effect`,
	};
}
