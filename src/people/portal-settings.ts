import { renewGeneration } from "../catalogue/stored/generation.ts";
import { type Actor, recordEvent } from "../pages/events.ts";
import { command } from "../platform/db/command.ts";
import type { Tx } from "../platform/db/tx.ts";

/** Portal-wide settings made by administrators; stored in the database and shared by all processes. */
export interface SettingsOfPortal {
	/** Whether anybody may create an account. */
	readonly signUpOpen: boolean;
	/** Maximum number of active keys per account, unless the account has its own. */
	readonly keysPerAccount: number;
	/** Top-ups above this many units need two people; null if one always suffices. */
	readonly twoApprovalsAboveUnits: number | null;
	/** Whether an alert that one administrator writes is published only once another one approves it. */
	readonly twoForAlerts: boolean;
	/** What a credit costs, in `currency`, as account holders are told; null if they are not. */
	readonly creditPrice: number | null;
	/** ISO 4217. */
	readonly currency: string | null;
	/** How top-ups are paid for, in the operator's words. */
	readonly paymentNote: string | null;
	/** What the catalogue is called on its public pages. */
	readonly storefrontName: string;
	/** Whom people ask for an account or for help: a mail address, or the URL of a page. */
	readonly contact: string | null;
	readonly termsUrl: string | null;
	/** Whether search engines may list the public pages. */
	readonly searchEngines: boolean;
	/** Products are public that match one entry of every list that is not empty. */
	readonly publicBrands: readonly string[];
	readonly publicDepartments: readonly string[];
	/** Barcodes, or their beginnings. */
	readonly publicBarcodes: readonly string[];
	/** Whether public pages of products show what hechshers rest on. */
	readonly showsKosher: boolean;
	/** Whether public pages show symbols of hechshers, dairy, meat or pareve, Passover and size. */
	readonly showsFacts: boolean;
	/** Whether public pages show `creditPrice`. */
	readonly showsCreditPrice: boolean;
	/** Days after which a certificate of hechshers is to be looked at again. */
	readonly checkAfterDays: number;
	/** Symbols of the agencies that the operator knows, in exactly their letters; empty: all of them. */
	readonly knownAgencies: readonly string[];
}

/** By default only administrators create accounts; five keys are the interface's default (SPEC 8). */
const DEFAULTS: SettingsOfPortal = {
	signUpOpen: false,
	keysPerAccount: 5,
	twoApprovalsAboveUnits: null,
	twoForAlerts: false,
	creditPrice: null,
	currency: null,
	paymentNote: null,
	storefrontName: "Packshot",
	contact: null,
	termsUrl: null,
	searchEngines: true,
	publicBrands: [],
	publicDepartments: [],
	publicBarcodes: [],
	showsKosher: false,
	showsFacts: false,
	showsCreditPrice: false,
	checkAfterDays: 365,
	knownAgencies: [],
};

/** The settings with the names under which they are stored: `signUpOpen` as `sign_up_open`. */
const NAMES = (Object.keys(DEFAULTS) as (keyof SettingsOfPortal)[]).map(
	(member) => [member, member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] as const,
);

export async function readPortalSettings(tx: Tx): Promise<SettingsOfPortal> {
	const rows = await tx.selectFrom("portal_setting").selectAll().execute();
	const kept = new Map(rows.map(({ name, value }) => [name, JSON.parse(value)]));
	const stored = NAMES.filter(([, name]) => kept.has(name)).map(([member, name]) => [member, kept.get(name)]);
	return { ...DEFAULTS, ...Object.fromEntries(stored) };
}

export type SettingsChange = { readonly actor: Actor } & {
	readonly [Member in keyof SettingsOfPortal]?: SettingsOfPortal[Member] | undefined;
};

export const changePortalSettings = command<SettingsChange, SettingsOfPortal>(
	"portal.change_settings",
	async (tx, { actor, ...given }) => {
		const before = await readPortalSettings(tx);
		let isChanged = false;
		for (const [member, name] of NAMES) {
			const { [member]: value } = given;
			const text = JSON.stringify(value);
			if (value === undefined || text === JSON.stringify(before[member])) continue;
			isChanged = true;
			await tx
				.insertInto("portal_setting")
				.values({ name, value: text })
				.onConflict((on) => on.column("name").doUpdateSet({ value: text }))
				.execute();
			await recordEvent(tx, actor, "settings.changed", name, { [name]: [before[member], value] });
		}
		// Public pages show some of them, and are kept until the generation changes.
		if (isChanged) await renewGeneration(tx);
		return readPortalSettings(tx);
	},
);

/** @returns the target of a link to the operator. */
export function contactLink({ contact }: Pick<SettingsOfPortal, "contact">): string | undefined {
	if (contact === null) return undefined;
	// Encoded, so that no % in it stands for a line break or a header of the mail (RFC 6068).
	return isMailAddress(contact) ? `mailto:${encodeURI(contact)}` : contact;
}

/** Locks the row of a setting, and makes one if there is none. */
export async function lockSetting(tx: Tx, name: string, first: unknown): Promise<void> {
	await tx
		.insertInto("portal_setting")
		.values({ name, value: JSON.stringify(first) })
		.onConflict((on) => on.column("name").doUpdateSet((set) => ({ value: set.ref("portal_setting.value") })))
		.execute();
}

/** Stores the value of a setting. */
export async function keepSetting(tx: Tx, name: string, kept: unknown): Promise<void> {
	const value = JSON.stringify(kept);
	await tx
		.insertInto("portal_setting")
		.values({ name, value })
		.onConflict((on) => on.column("name").doUpdateSet({ value }))
		.execute();
}

export async function forgetSetting(tx: Tx, name: string): Promise<void> {
	await tx.deleteFrom("portal_setting").where("name", "=", name).execute();
}

export function isMailAddress(text: string): boolean {
	return /^[^\s@:/?&]+@[^\s@:/?&]+$/.test(text);
}
