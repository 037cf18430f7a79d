import { rolesOf } from "../../../pages/roles.ts";
import { readPortalSettings } from "../../../people/portal-settings.ts";
import type { ssoSettings } from "../../../people/sso/settings.ts";
import { readRights } from "../../../pictures/rights/saved-rights.ts";
import type { imageSettings } from "../../../pictures/settings.ts";
import { readSavedStyle } from "../../../pictures/style/saved-style.ts";
import type { StyleSettings } from "../../../pictures/style/style.ts";
import { styleInEffect } from "../../../pictures/style/style.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { mailSettings } from "../../../platform/mail/settings.ts";
import type { SettingsOf } from "../../../platform/settings.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import type { storefrontSettings } from "../../../storefront/settings.ts";
import { type BackupState, readBackupState } from "../../backup/schedule.ts";
import type { backupSettings } from "../../backup/settings.ts";
import { readSetupState } from "./changes.ts";
import { CHECKS, type Check, type Checklist } from "./contract.ts";

/** What the settings of the service say, as far as the check-list shows it. */
export interface SetupFacts {
	readonly publicUrl: string | undefined;
	readonly hasMailServer: boolean;
	readonly storefront: "off" | "on";
	readonly hasSingleSignOn: boolean;
	/** Whether regular backups have a place. */
	readonly hasBackups: boolean;
	readonly style: StyleSettings;
}

/** The settings that the facts are taken from. */
export interface SetupConfig {
	readonly images: SettingsOf<typeof imageSettings>;
	readonly mail: SettingsOf<typeof mailSettings>;
	readonly storefront: SettingsOf<typeof storefrontSettings>;
	readonly sso: SettingsOf<typeof ssoSettings>;
	readonly backups: SettingsOf<typeof backupSettings>;
}

export function setupFacts({ images, mail, storefront, sso, backups }: SetupConfig): SetupFacts {
	return {
		publicUrl: images.publicUrl,
		hasMailServer: mail.smtpUrl !== undefined,
		storefront: storefront.storefront,
		hasSingleSignOn: sso.localSignIn === "off",
		hasBackups: backups.location !== undefined,
		style: images,
	};
}

interface Point {
	readonly isDone: boolean;
	readonly found?: string | undefined;
}

/** What is left to do before going live, as far as the service can see it. */
export async function readChecklist(db: Database, facts: SetupFacts, nowMs: number): Promise<Checklist> {
	const { dismissed, mailTestedAtMs } = await readSetupState(db.read);
	const points = await readPoints(db, facts, mailTestedAtMs, nowMs);
	return {
		data: CHECKS.map((check) => {
			const { isDone, found = null } = points[check];
			const state = isDone ? "done" : dismissed.has(check) ? "dismissed" : "open";
			return { check, state, found };
		}),
	};
}

async function readPoints(
	db: Database,
	facts: SetupFacts,
	mailTestedAtMs: number | null,
	nowMs: number,
): Promise<Record<Check, Point>> {
	const { publicUrl, hasMailServer, storefront } = facts;
	const [{ creditPrice, currency, storefrontName }, rights, saved, administrators] = await Promise.all([
		readPortalSettings(db.read),
		readRights(db.read),
		readSavedStyle(db.read),
		readAdministrators(db),
	]);
	const isThere = async (table: "price" | "product") =>
		(
			await db.read
				.selectFrom(table)
				.select(({ lit }) => lit(1).as("found"))
				.limit(1)
				.execute()
		).length > 0;
	const { mark } = styleInEffect(facts.style, saved?.style);
	return {
		address: {
			isDone: publicUrl?.startsWith("https://") === true,
			found: publicUrl,
		},
		mail: {
			isDone: hasMailServer && mailTestedAtMs !== null,
			found: mailFound(hasMailServer, mailTestedAtMs),
		},
		credit: {
			isDone: creditPrice !== null && currency !== null,
			found: creditPrice === null ? undefined : `A credit costs ${creditPrice} ${currency ?? ""}.`,
		},
		prices: { isDone: await isThere("price") },
		watermark: {
			isDone:
				saved !== undefined ||
				facts.style.watermarkText !== undefined ||
				facts.style.watermarkLogo !== undefined,
			found: "text" in mark ? `Pictures are marked “${mark.text}”.` : "Pictures are marked with a logo.",
		},
		rights: { isDone: Object.values(rights.texts).some((text) => text !== null) },
		storefront: {
			isDone: storefront === "on",
			found: storefront === "on" ? `It is on, and called ${storefrontName}.` : undefined,
		},
		backups: backupPoint(facts.hasBackups, await readBackupState(db.read), nowMs),
		two_factor: {
			isDone:
				facts.hasSingleSignOn ||
				administrators.every(({ totp_confirmed_at: confirmed }) => confirmed !== null),
		},
		second_administrator: { isDone: administrators.length > 1 },
		catalogue: { isDone: await isThere("product") },
	};
}

/** Done with a backup of the last two days and a drill that has succeeded after any that failed. */
function backupPoint(hasPlace: boolean, { last, goodMs }: BackupState, nowMs: number): Point {
	const isRecent = goodMs.backup !== undefined && nowMs - goodMs.backup < 2 * DAY_MS;
	const hasRestored = last.drill !== undefined && last.drill.failure === null;
	const failure = last.backup?.failure ?? last.drill?.failure;
	return {
		isDone: hasPlace && isRecent && hasRestored,
		found:
			failure ??
			(isRecent && !hasRestored ? "There is a backup; none was restored on trial yet." : undefined),
	};
}

function mailFound(hasMailServer: boolean, testedAtMs: number | null): string | undefined {
	if (!hasMailServer) return undefined;
	return testedAtMs === null
		? "A mail server is set; no test message was sent yet."
		: `The mail server accepted a test message on ${isoTime(testedAtMs).slice(0, 10)}.`;
}

async function readAdministrators(db: Database) {
	const accounts = await db.read
		.selectFrom("account")
		.select(["roles", "totp_confirmed_at"])
		.where("disabled_at", "is", null)
		.where("roles", "like", '%"administrator"%')
		.execute();
	return accounts.filter((account) => rolesOf(account).includes("administrator"));
}
