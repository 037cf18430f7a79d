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

export interface ServiceSettingsParts extends SessionParts {
	readonly storedSettings: StoredSettings;
	readonly config: SessionParts["config"] & { readonly process: { readonly dataFolder: string } };
}

type Change = Call<(typeof serviceSettingRoutes)["PATCH /admin/settings/service"]>;
/** Settings to be changed by their names, with what is given: null for the default. */
type Given = ReadonlyMap<Standing, string | null>;

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
			const given = givenOf(storedSettings, body.values);
			const texts = Object.fromEntries(
				[...given].map(([each, text]) => [each.setting.name, keptOf(parts, each, text)]),
			);
			await requireOwnAddress(parts, call, given);
			const isChanged = await db.write(changeServiceSettings, {
				revision: body.revision,
				texts,
				changes: Object.fromEntries(
					[...given].map(([each, text]) => [each.setting.name, recorded(each, text)]),
				),
				isOtherMail: MAIL.some((name) => name in texts),
				actor,
			});
			if (!isChanged) throw operationErrors.settings_changed();
			const token = cookie.read(request);
			await storedSettings.refresh();
			// Under another address the cookie has another name: whoever has changed it stays signed in, as far as the browser allows.
			if (ADDRESS in texts && token) cookie.set(request, reply, token, settings.sessionDays * DAY_SECONDS);
			return answerOf(storedSettings);
		},
	});
}

/** @throws HttpError 400 for one that cannot be stored, or that the environment sets */
function givenOf(storedSettings: StoredSettings, values: Change["body"]["values"]): Given {
	const known = new Map(storedSettings.standing().settings.map((each) => [each.setting.name, each]));
	const given = Object.entries(values).map(([name, text]) => {
		const standing = known.get(name);
		if (!standing) throw badRequest(`values: ${name} is no setting that can be set here.`);
		if (standing.source === "environment")
			throw fieldError(name, "it is set in the environment of the service");
		return [standing, text?.trim() || null] as const;
	});
	return new Map(given);
}

function keptOf(parts: ServiceSettingsParts, { setting: { name } }: Standing, text: string | null) {
	if (text === null) return null;
	requirePlain(`values.${name}`, text);
	if (name === BACKUPS && !text.startsWith("s3:")) requireFolder(text, parts.config.process.dataFolder);
	try {
		return parts.storedSettings.kept(name, text);
	} catch (fault) {
		if (fault instanceof SettingError) throw fieldError(name, fault.message.replace(name, "it"));
		throw fault;
	}
}

function requireFolder(folder: string, dataFolder: string): void {
	if (!isAbsolute(folder))
		throw fieldError(BACKUPS, "it must be a whole path, such as /mnt/backups, or begin with s3://");
	if (!relative(resolve(dataFolder), folder).startsWith(".."))
		throw fieldError(BACKUPS, "it must not be inside the folder that is backed up, or would be lost with it");
}

/** Whoever mistypes the address would lock everybody out. @throws HttpError 409 */
async function requireOwnAddress(
	{ secrets }: ServiceSettingsParts,
	{ body, nowMs }: Change,
	given: Given,
): Promise<void> {
	const publicUrl = [...given].find(([{ setting }]) => setting.name === ADDRESS)?.[1];
	if (!publicUrl || body.even_if_unreachable) return;
	const findings = await checkPublicAddress({ publicUrl, keys: secrets.hashKeys, nowMs });
	const wrong = findings.find(({ check, result }) => check === "address" && result === "wrong");
	if (wrong) throw operationErrors.address_elsewhere({ message: `${wrong.found}.` });
}

const HIDDEN = "(not shown)";

/** What was changed, for the activity log. */
function recorded(
	{ stored, text: before }: Standing,
	after: string | null,
): readonly [string | null, string | null] {
	const shown = (text: string | null | undefined) =>
		text && stored.conceal ? (stored.conceal(text) ?? HIDDEN) : (text ?? null);
	return [shown(before), shown(after)];
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
