import { isAbsolute, relative, resolve } from "node:path";
import { type Call, handlers } from "../../../pages/call.ts";
import { requirePlain } from "../../../pages/errors.ts";
import { requireAgain } from "../../../people/accounts/confirm-password.ts";
import type { SessionParts } from "../../../people/pages/accounts/session-handlers.ts";
import { badRequest } from "../../../platform/http/http-error.ts";
import { SettingError } from "../../../platform/settings.ts";
import type { Standing, StoredSettings } from "../../../platform/stored-settings.ts";
import { DAY_SECONDS } from "../../../platform/time/durations.ts";
import { operationErrors } from "../../errors.ts";
import { checkPublicAddress } from "../../live/public-address.ts";
import { changeServiceSettings } from "./changes.ts";
import { type ServiceSettings, serviceSettingRoutes } from "./contract.ts";

const ADDRESS = "PACKSHOT_PUBLIC_URL";
const BACKUPS = "PACKSHOT_BACKUP_URL";
const MAIL = ["PACKSHOT_SMTP_URL", "PACKSHOT_SMTP_FROM"];

export interface GivenSettingsParts {
	readonly storedSettings: StoredSettings;
	readonly config: { readonly process: { readonly dataFolder: string } };
}

export interface ServiceSettingsParts extends SessionParts, GivenSettingsParts {
	readonly config: SessionParts["config"] & GivenSettingsParts["config"];
}

type Change = Call<(typeof serviceSettingRoutes)["PATCH /admin/settings/service"]>;

/** Handlers for what operators set. Links that set a password go to the address and through the mail server, so every change asks for the password. */
export function serviceSettingHandlers(parts: ServiceSettingsParts) {
	const { db, storedSettings, cookie, settings } = parts;
	return handlers(serviceSettingRoutes)({
		async "GET /admin/settings/service"() {
			await storedSettings.refresh();
			return answerOf(storedSettings);
		},
		async "PATCH /admin/settings/service"(call) {
			const { body, actor, request, reply } = call;
			await requireAgain(parts, request, call.person, body.password);
			await storedSettings.refresh();
			const given = givenSettings(parts, body.values);
			await requireOwnAddress(parts, call);
			const isChanged = await db.write(changeServiceSettings, { revision: body.revision, ...given, actor });
			if (!isChanged) throw operationErrors.settings_changed();
			const token = cookie.read(request);
			await storedSettings.refresh();
			// Under another address the cookie has another name: whoever has changed it stays signed in, as far as the browser allows.
			if (ADDRESS in given.texts && token)
				cookie.set(request, reply, token, settings.sessionDays * DAY_SECONDS);
			return answerOf(storedSettings);
		},
	});
}

/** What given values change; null and nothing but spaces stand for the default. @throws HttpError 400 for what cannot be stored, or the environment sets */
export function givenSettings(parts: GivenSettingsParts, values: Readonly<Record<string, string | null>>) {
	const given = Object.entries(values).map(([name, text]) => changeOf(parts, name, text?.trim() || null));
	return {
		texts: Object.fromEntries(given.map(({ name, kept }) => [name, kept])),
		changes: Object.fromEntries(given.map(({ name, change }) => [name, change])),
		isOtherMail: given.some(({ name }) => MAIL.includes(name)),
	};
}

/** What a change stores and what the activity log has of it. @throws HttpError 400 for what cannot be stored, or the environment sets */
function changeOf({ storedSettings, config }: GivenSettingsParts, name: string, text: string | null) {
	const standing = storedSettings.standing().settings.find(({ setting }) => setting.name === name);
	if (!standing) throw badRequest(`values: ${name} is no setting that can be set here.`);
	if (standing.source === "environment")
		throw fieldError(name, "it is set in the environment of the service");
	const change = [shown(standing, standing.text), shown(standing, text)] as const;
	if (text === null) return { name, kept: null, change };
	requirePlain(`values.${name}`, text);
	if (name === BACKUPS && !text.startsWith("s3:")) requireFolder(text, config.process.dataFolder);
	try {
		return { name, kept: storedSettings.kept(name, text), change };
	} catch (fault) {
		if (fault instanceof SettingError) throw fieldError(name, fault.message.replace(name, "it"));
		throw fault;
	}
}

/** A text without its secret. */
function shown({ stored }: Standing, text: string | null | undefined): string | null {
	return text && stored.conceal ? (stored.conceal(text) ?? "(not shown)") : (text ?? null);
}

function requireFolder(folder: string, dataFolder: string): void {
	if (!isAbsolute(folder))
		throw fieldError(BACKUPS, "it must be a whole path, such as /mnt/backups, or begin with s3://");
	if (!relative(resolve(dataFolder), folder).startsWith(".."))
		throw fieldError(BACKUPS, "it must not be inside the folder that is backed up, or would be lost with it");
}

/** Whoever mistypes the address would lock everybody out. @throws HttpError 409 */
async function requireOwnAddress({ secrets }: ServiceSettingsParts, { body, nowMs }: Change): Promise<void> {
	const publicUrl = body.values[ADDRESS]?.trim();
	if (!publicUrl || body.even_if_unreachable) return;
	const findings = await checkPublicAddress({ publicUrl, keys: secrets.hashKeys, nowMs });
	const wrong = findings.find(({ check, result }) => check === "address" && result === "wrong");
	if (wrong) throw operationErrors.address_elsewhere({ message: `${wrong.found}.` });
}

function fieldError(name: string, problem: string) {
	return badRequest(`values.${name}: ${problem}.`);
}

function answerOf(storedSettings: StoredSettings): ServiceSettings {
	const { revision, settings } = storedSettings.standing();
	return {
		revision,
		settings: settings.map(({ setting, stored, text, ...standing }) => ({
			name: setting.name,
			group: standing.group,
			label: stored.label,
			hint: stored.hint,
			choices: setting.choices ? [...setting.choices] : null,
			value: text === undefined ? null : stored.conceal ? stored.conceal(text) : text,
			default: setting.defaultText === "none" ? null : setting.defaultText,
			source: standing.source,
			is_secret: stored.conceal !== undefined,
			fault: standing.fault ?? null,
			is_pending: standing.isPending,
		})),
	};
}
