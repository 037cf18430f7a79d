import { command } from "./db/command.ts";
import type { Database } from "./db/database.ts";
import { updateRows } from "./db/rows.ts";
import type { Tx } from "./db/tx.ts";
import { seal, unseal } from "./sealed.ts";
import type { KeyPair } from "./secrets.ts";
import { readServiceState } from "./service-state.ts";
import { readSettings, type Setting, SettingError, type StoredSetting } from "./settings.ts";

/** A setting that may be stored, with its place in the configuration. */
export interface StorableSetting {
	readonly group: string;
	readonly key: string;
	readonly setting: Setting<unknown>;
	/** The values of its group, which whoever reads a setting holds: a value that changes is changed here. */
	readonly values: Record<string, unknown>;
	/** Its text in the environment. */
	readonly given: string | undefined;
}

/** A text as it is stored. */
type Kept = string | { readonly sealed: string };

/** Under one name in `service_state`: texts by the names of the settings, as the environment would have them. */
interface StoredTexts {
	/** Incremented on each change. */
	readonly revision: number;
	readonly texts: Readonly<Record<string, Kept>>;
}

const STATE = "stored_settings";
const NOTHING: StoredTexts = { revision: 0, texts: {} };

/** What decides about a setting now, and how. */
export interface Standing extends StorableSetting {
	readonly stored: StoredSetting;
	readonly source: "environment" | "stored" | "default";
	/** The text that decides. */
	readonly text: string | undefined;
	/** Why what is stored cannot be used, as if it were not there. */
	readonly fault: string | undefined;
	/** Whether it takes effect at the next start. */
	readonly isPending: boolean;
}

export interface StoredSettings {
	/** Reads what is stored, and puts what has changed into effect. */
	refresh(): Promise<void>;
	/** As of the last reading. */
	standing(): { readonly revision: number; readonly settings: readonly Standing[] };
	/** A text as it is to be stored. @throws SettingError */
	kept(name: string, text: string): Kept;
}

/** Stores texts in place of the given revision; null removes one. @returns whether that revision was still the current one. */
export async function storeTexts(
	tx: Tx,
	revision: number,
	given: Readonly<Record<string, Kept | null>>,
): Promise<boolean> {
	const before = await readServiceState(tx, STATE);
	const current: StoredTexts = before === undefined ? NOTHING : JSON.parse(before);
	if (current.revision !== revision) return false;
	const texts = Object.entries({ ...current.texts, ...given }).filter(([, kept]) => kept !== null);
	const value = JSON.stringify({ revision: revision + 1, texts: Object.fromEntries(texts) });
	// Of two transactions that have read the same, one finds another text here.
	if (before !== undefined)
		return (await updateRows(tx, "service_state", { name: STATE, value: before }, { value })) > 0;
	const first = tx.insertInto("service_state").values({ name: STATE, value });
	const { numInsertedOrUpdatedRows: rows = 0n } = await first
		.onConflict((on) => on.column("name").doNothing())
		.executeTakeFirst();
	return rows > 0n;
}

/** Seals secrets again with the current key, so that keys can be rotated again. */
export const resealTexts = command<{ revision: number; texts: Record<string, Kept> }, undefined>(
	"platform.reseal_settings",
	async (tx, { revision, texts }) => {
		await storeTexts(tx, revision, texts);
		return undefined;
	},
);

interface StoredSettingsParts {
	readonly db: Database;
	readonly sealKeys: KeyPair;
	readonly storable: readonly StorableSetting[];
}

/** Follows what administrators have stored: the only place where it is put below what the environment says. */
export async function createStoredSettings(parts: StoredSettingsParts): Promise<StoredSettings> {
	const { db, sealKeys, storable } = parts;
	let known: string | undefined;
	let current: { revision: number; settings: readonly Standing[] } = { revision: 0, settings: [] };
	const store: StoredSettings = {
		async refresh() {
			const text = (await readServiceState(db.read, STATE)) ?? JSON.stringify(NOTHING);
			if (text === known) return;
			const { revision, texts }: StoredTexts = JSON.parse(text);
			// A reading that another one has overtaken.
			if (revision < current.revision) return;
			const isStart = known === undefined;
			const settings = storable.map((each) => standingOf(each, texts[each.setting.name], sealKeys, isStart));
			known = text;
			current = { revision, settings };
			if (!isStart) return;
			await resealOld(db, { revision, texts }, sealKeys);
			await store.refresh();
		},
		standing: () => current,
		kept(name, text) {
			const setting = storable.find((each) => each.setting.name === name)?.setting;
			if (!setting) throw new SettingError(`${name} is no setting that can be stored`);
			readSettings({ setting }, { [name]: text });
			return setting.stored?.conceal ? { sealed: seal(text, name, sealKeys) } : text;
		},
	};
	await store.refresh();
	return store;
}

function standingOf(
	storableSetting: StorableSetting,
	kept: Kept | undefined,
	sealKeys: KeyPair,
	isStart: boolean,
): Standing {
	const { setting, values, key, given } = storableSetting;
	const stored = setting.stored as StoredSetting;
	const as = { ...storableSetting, stored, fault: undefined, isPending: false };
	if (given) return { ...as, source: "environment", text: given };
	const read = readKept(setting, kept, sealKeys);
	const isLater = !isStart && stored.afterRestart === true;
	if (!isLater) values[key] = read.value;
	return {
		...as,
		source: read.text === undefined ? "default" : "stored",
		text: read.text,
		fault: read.fault,
		isPending: isLater && JSON.stringify(values[key]) !== JSON.stringify(read.value),
	};
}

/** What cannot be used counts as unset: the service starts all the same, so that it can be set again. */
function readKept(setting: Setting<unknown>, kept: Kept | undefined, sealKeys: KeyPair) {
	try {
		const text = typeof kept === "object" ? unseal(kept.sealed, setting.name, sealKeys) : kept;
		return { text, value: readSettings({ setting }, { [setting.name]: text }).setting, fault: undefined };
	} catch (fault) {
		const why = fault instanceof Error ? fault.message : String(fault);
		return { text: undefined, value: setting.parse(undefined), fault: why };
	}
}

async function resealOld(
	db: Database,
	{ revision, texts }: StoredTexts,
	[current, previous]: KeyPair,
): Promise<void> {
	const old = Object.entries(texts).flatMap(([name, kept]) => {
		if (typeof kept === "string" || unsealed(kept, name, current) !== undefined) return [];
		const text = unsealed(kept, name, previous);
		return text === undefined ? [] : [[name, { sealed: seal(text, name, [current, previous]) }] as const];
	});
	if (old.length > 0) await db.write(resealTexts, { revision, texts: Object.fromEntries(old) });
}

function unsealed({ sealed }: Exclude<Kept, string>, name: string, key: Buffer): string | undefined {
	try {
		return unseal(sealed, name, [key, key]);
	} catch {
		return undefined;
	}
}
