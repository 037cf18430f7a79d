import {
	choiceSetting,
	type Setting,
	SettingError,
	type SettingsOf,
	textSetting,
} from "../../platform/settings.ts";
import { parseWebUrl } from "../../platform/web-url.ts";
import { ROLES, type Role } from "../http/contract.ts";

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
		"Claim that lists a user's groups; if unset, roles are assigned in the web pages",
	),
	roles: roleMapSetting(
		"PACKSHOT_OIDC_ROLES",
		"Roles of each group, such as `studio=catalogue_editor,owners=administrator+accountant`",
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
	return {
		name,
		meaning,
		defaultText: "none",
		parse(text) {
			const pairs = (text ?? "").split(",").filter((pair) => pair.trim() !== "");
			return new Map(pairs.map((pair) => readPair(name, pair)));
		},
	};
}

function readPair(name: string, pair: string): [string, Role[]] {
	const at = pair.lastIndexOf("=");
	const group = pair.slice(0, at).trim();
	const roles = pair
		.slice(at + 1)
		.split("+")
		.map((role) => role.trim());
	const unknown = roles.find((role) => !ROLES.some((each) => each === role));
	if (at < 1 || group === "" || unknown !== undefined) {
		throw new SettingError(`${name}: "${pair.trim()}" is not GROUP=ROLE, with a role of ${ROLES.join(", ")}`);
	}
	return [group, roles as Role[]];
}

/** @throws SettingError when settings that belong together are incomplete. */
export function requireWhole({ issuer, clientId, rolesClaim, roles, localSignIn }: SsoSettings): void {
	if (issuer !== undefined && clientId === undefined) {
		throw new SettingError("PACKSHOT_OIDC_CLIENT_ID must be set beside PACKSHOT_OIDC_ISSUER");
	}
	if (issuer === undefined && localSignIn === "off") {
		throw new SettingError("PACKSHOT_LOCAL_SIGN_IN=off needs PACKSHOT_OIDC_ISSUER: nobody could sign in");
	}
	if (rolesClaim !== undefined && roles.size === 0) {
		throw new SettingError("PACKSHOT_OIDC_ROLES must be set beside PACKSHOT_OIDC_ROLES_CLAIM");
	}
}
