import { MEMBER_ROLES, ROLES, type Role } from "../../pages/contract.ts";
import {
	choiceSetting,
	type Setting,
	SettingError,
	type SettingsOf,
	textSetting,
} from "../../platform/settings.ts";
import { parseWebUrl } from "../../platform/web-url.ts";
import type { Membership } from "../members/changes.ts";

export const ssoSettings = {
	issuer: issuerSetting(
		"PACKSHOT_OIDC_ISSUER",
		"OpenID Connect provider to sign in with: the `issuer` from its discovery document",
	),
	clientId: textSetting("PACKSHOT_OIDC_CLIENT_ID", undefined, "Client ID of this service at the provider"),
	clientSecret: textSetting(
		"PACKSHOT_OIDC_CLIENT_SECRET",
		undefined,
		"Client secret shared with the provider",
	),
	name: textSetting("PACKSHOT_OIDC_NAME", "single sign-on", "Name of the provider on the sign-in button"),
	scope: textSetting("PACKSHOT_OIDC_SCOPE", "openid email profile", "Scopes to request"),
	rolesClaim: textSetting(
		"PACKSHOT_OIDC_ROLES_CLAIM",
		undefined,
		"Claim that lists a user's groups; if unset, roles are assigned in the web pages, and members are invited there",
	),
	roles: roleMapSetting(
		"PACKSHOT_OIDC_ROLES",
		"Roles of each group, such as `studio=catalogue_editor,owners=administrator+accountant`",
	),
	accounts: accountMapSetting(
		"PACKSHOT_OIDC_ACCOUNTS",
		"Accounts that each group belongs to and as what, such as `buyers=acct_01JV9Y3Q6Z:buyer,office=acct_01JV9Y3Q6Z:owner+acct_02KW0Z4R7A:viewer`",
	),
	localSignIn: choiceSetting(
		"PACKSHOT_LOCAL_SIGN_IN",
		["on", "off"],
		"on",
		"Whether users can sign up and sign in with a password; with `off`, only through the provider",
	),
};

export type SsoSettings = SettingsOf<typeof ssoSettings>;

/** Roles by the group that confers them. */
export type RoleMap = ReadonlyMap<string, readonly Role[]>;
/** Memberships by the group that confers them. */
export type AccountMap = ReadonlyMap<string, readonly Membership[]>;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Tokens from a provider that is not reached by https could come from anybody. */
function issuerSetting(name: string, meaning: string): Setting<string | undefined> {
	return {
		name,
		meaning,
		defaultText: "none",
		parse(text) {
			if (!text) return undefined;
			const url = parseWebUrl(text);
			if (url && (url.protocol === "https:" || LOOPBACK.test(url.hostname))) return text;
			throw new SettingError(`${name} must be an https URL, not "${text}"`);
		},
	};
}

function roleMapSetting(name: string, meaning: string): Setting<RoleMap> {
	return groupSetting(name, meaning, `ROLE, with a role of ${ROLES.join(", ")}`, (text) =>
		ROLES.find((role) => role === text),
	);
}

function accountMapSetting(name: string, meaning: string): Setting<AccountMap> {
	return groupSetting(name, meaning, `ACCOUNT:ROLE, with a role of ${MEMBER_ROLES.join(", ")}`, (text) => {
		const [, accountId = "", named] = /^(acct_\w+):(\w+)$/.exec(text) ?? [];
		const role = MEMBER_ROLES.find((each) => each === named);
		return role && { accountId, role };
	});
}

/** `GROUP=VALUE+VALUE,GROUP=VALUE`. */
function groupSetting<T>(
	name: string,
	meaning: string,
	expected: string,
	read: (text: string) => T | undefined,
): Setting<ReadonlyMap<string, readonly T[]>> {
	function readPair(pair: string): [string, T[]] {
		const at = pair.lastIndexOf("=");
		const group = pair.slice(0, at).trim();
		const texts = pair.slice(at + 1).split("+");
		const values = texts.flatMap((text) => read(text.trim()) ?? []);
		if (at < 1 || group === "" || values.length < texts.length) {
			throw new SettingError(`${name}: "${pair.trim()}" is not GROUP=${expected}`);
		}
		return [group, values];
	}
	return {
		name,
		meaning,
		defaultText: "none",
		parse(text) {
			const pairs = (text ?? "").split(",").filter((pair) => pair.trim() !== "");
			return new Map(pairs.map(readPair));
		},
	};
}

/** @throws SettingError when settings that belong together are incomplete. */
export function requireWhole(settings: SsoSettings): void {
	const { issuer, clientId, rolesClaim, roles, accounts, localSignIn } = settings;
	if (issuer !== undefined && clientId === undefined) {
		throw new SettingError("PACKSHOT_OIDC_CLIENT_ID must be set beside PACKSHOT_OIDC_ISSUER");
	}
	if (issuer === undefined && localSignIn === "off") {
		throw new SettingError("PACKSHOT_LOCAL_SIGN_IN=off needs PACKSHOT_OIDC_ISSUER: nobody could sign in");
	}
	if (rolesClaim !== undefined && roles.size + accounts.size === 0) {
		throw new SettingError(
			"PACKSHOT_OIDC_ROLES or PACKSHOT_OIDC_ACCOUNTS must be set beside PACKSHOT_OIDC_ROLES_CLAIM",
		);
	}
	if (rolesClaim === undefined && accounts.size > 0) {
		throw new SettingError(
			"PACKSHOT_OIDC_ROLES_CLAIM must be set beside PACKSHOT_OIDC_ACCOUNTS: it names the claim with the groups",
		);
	}
}
