/** An environment setting. Every room declares its own beside the code that uses it. */
export interface Setting<T> {
	/** As written by the operator, e.g. `PACKSHOT_PORT`. */
	readonly name: string;
	readonly meaning: string;
	/** The default as text, for the table of settings. */
	readonly defaultText: string;
	/** @throws SettingError when the text is not a valid value. */
	readonly parse: (text: string | undefined) => T;
	/** The only valid texts, where it is a choice. */
	readonly choices?: readonly string[];
	/** How administrators set it in the pages, if they may. */
	readonly stored?: StoredSetting;
}

/** A setting that is also stored in the database. The environment takes precedence. */
export interface StoredSetting {
	readonly label: string;
	readonly hint: string;
	/** What may be shown of a text that is or holds a secret and is therefore sealed; `null`: nothing. */
	readonly conceal?: (text: string) => string | null;
	/** Whether a change takes effect only when the service is started again. */
	readonly afterRestart?: boolean;
}

/** The same setting, set in the pages as well. */
export function storable<const T>(setting: Setting<T>, stored: StoredSetting): Setting<T> {
	return { ...setting, stored };
}

/** A setting has an invalid value; the message names the setting and says what would be valid. */
export class SettingError extends Error {
	override readonly name = "SettingError";
}

export function textSetting<D extends string | undefined>(
	name: string,
	fallback: D,
	meaning: string,
): Setting<string | D> {
	return { name, meaning, defaultText: fallback ?? "none", parse: (text) => text || fallback };
}

export function integerSetting(
	name: string,
	fallback: number,
	range: { min: number; max: number },
	meaning: string,
): Setting<number> {
	return {
		name,
		meaning,
		defaultText: String(fallback),
		parse(text) {
			if (!text) return fallback;
			const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
			if (value >= range.min && value <= range.max) return value;
			throw new SettingError(
				`${name} must be a whole number from ${range.min} to ${range.max}, not "${text}"`,
			);
		},
	};
}

/** A setting that holds distinct whole numbers, sorted in ascending order. `none` stands for an empty list. */
export function integersSetting(
	name: string,
	fallback: readonly number[],
	{ most, ...range }: { min: number; max: number; most: number },
	meaning: string,
): Setting<readonly number[]> {
	const each = integerSetting(name, Number.NaN, range, meaning);
	return {
		name,
		meaning,
		defaultText: fallback.join(","),
		parse(text) {
			if (!text) return fallback;
			if (text.trim() === "none") return [];
			const values = [...new Set(text.split(",").map((one) => each.parse(one.trim() || text)))];
			if (values.length <= most) return values.sort((a, b) => a - b);
			throw new SettingError(`${name} may name at most ${most} numbers, not ${values.length}`);
		},
	};
}

export function choiceSetting<T extends string>(
	name: string,
	choices: readonly T[],
	fallback: NoInfer<T>,
	meaning: string,
): Setting<T> {
	return {
		name,
		meaning,
		defaultText: fallback,
		choices,
		parse(text) {
			if (!text) return fallback;
			const choice = choices.find((each) => each === text);
			if (choice) return choice;
			throw new SettingError(`${name} must be one of ${choices.join(", ")}, not "${text}"`);
		},
	};
}

/** A setting that is `undefined` when unset, so that something else can decide. `defaultText` documents the value used if nothing does. */
export function optionalSetting<T>(setting: Setting<T>): Setting<T | undefined> {
	return { ...setting, parse: (text) => (text ? setting.parse(text) : undefined) };
}

export type SettingsOf<D extends Record<string, Setting<unknown>>> = {
	readonly [K in keyof D]: ReturnType<D[K]["parse"]>;
};

/** Reads a room's settings. @throws SettingError for the first invalid one, and for one in quotes: `docker run --env-file` takes them as part of the value. */
export function readSettings<D extends Record<string, Setting<unknown>>>(
	declared: D,
	environment: Readonly<Record<string, string | undefined>>,
): SettingsOf<D> {
	return Object.fromEntries(
		Object.entries(declared).map(([key, setting]) => [key, setting.parse(unquoted(setting, environment))]),
	) as SettingsOf<D>;
}

function unquoted({ name }: Setting<unknown>, environment: Readonly<Record<string, string | undefined>>) {
	const text = environment[name]?.trim();
	if (text === undefined || !/^(["']).*\1$/s.test(text)) return environment[name];
	throw new SettingError(`${name} is in quotes, which would be part of its value: write it without them`);
}
