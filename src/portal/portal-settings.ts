import { command } from "../platform/db/command.ts";
import type { Tx } from "../platform/db/tx.ts";
import { type Actor, recordEvent } from "./events.ts";

/** Portal-wide settings made by administrators; stored in the database and shared by all processes. */
export interface SettingsOfPortal {
	/** Whether anybody may create an account. */
	readonly signUpOpen: boolean;
	/** Maximum number of active keys per account, unless the account has its own. */
	readonly keysPerAccount: number;
	/** Top-ups above this many units need two people; null if one always suffices. */
	readonly twoApprovalsAboveUnits: number | null;
	/** What a credit costs, in `currency`, as account holders are told; null if they are not. */
	readonly creditPrice: number | null;
	/** ISO 4217. */
	readonly currency: string | null;
	/** How top-ups are paid for, in the operator's words. */
	readonly paymentNote: string | null;
}

/** By default only administrators create accounts; five keys are the interface's default (SPEC 8). */
const DEFAULTS: SettingsOfPortal = {
	signUpOpen: false,
	keysPerAccount: 5,
	twoApprovalsAboveUnits: null,
	creditPrice: null,
	currency: null,
	paymentNote: null,
};

/** The settings with their stored names. */
const NAMES = [
	["signUpOpen", "sign_up_open"],
	["keysPerAccount", "keys_per_account"],
	["twoApprovalsAboveUnits", "two_approvals_above_units"],
	["creditPrice", "credit_price"],
	["currency", "currency"],
	["paymentNote", "payment_note"],
] as const satisfies readonly (readonly [keyof SettingsOfPortal, string])[];

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
		for (const [member, name] of NAMES) {
			const { [member]: value } = given;
			if (value === undefined || value === before[member]) continue;
			const text = JSON.stringify(value);
			await tx
				.insertInto("portal_setting")
				.values({ name, value: text })
				.onConflict((on) => on.column("name").doUpdateSet({ value: text }))
				.execute();
			const changes = JSON.stringify({ [name]: [before[member], value] });
			await recordEvent(tx, actor, "settings.changed", name, changes);
		}
		return readPortalSettings(tx);
	},
);
