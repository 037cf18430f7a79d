import { alertTitle } from "../../web/src/format/alert-kinds.ts";
import type { NoticeContent } from "../people/notices/notice-mail.ts";
import type { WritingParts } from "../people/notices/notice-parts.ts";
import { BUYING, noticeMails, queueNotices } from "../people/notices/recipients.ts";
import { command } from "../platform/db/command.ts";
import { findRow, updateRows } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import type { NewMail } from "../platform/mail/outbox.ts";
import { isolatedText } from "../platform/plain-text.ts";
import { ensureServiceState, moveServiceState } from "../platform/service-state.ts";
import { DAY_MS, MINUTE_MS } from "../platform/time/durations.ts";
import { boughtNames } from "./holders.ts";
import { EVERY_READER, findAlert, nextChangedAlert, type ShownAlert } from "./read.ts";
import type { FormerWording } from "./wording.ts";

/** Mail about alerts to the accounts that hold the products (SPEC E12): to each once for each change of an alert. */

/**
 * How far the mail has come: the place of the newest change that all accounts were told of, then, while one is told of, its place and the account that was
 * told last.
 */
const PROGRESS = "kosher_alert_mailed";
/** Purchases are noted within seconds of the charge, and a slip of the pen is corrected by then. */
const WAIT_MS = MINUTE_MS;
/** Older changes were made while no mail server was configured; by now they are stale. */
const STALE_MS = 7 * DAY_MS;
const LISTED = 20;

interface Step {
	/** Text of the progress that this goes on from, and that it leads to. */
	readonly from: string;
	readonly to: string;
	readonly told?: { readonly ofAccount: string; readonly mails: readonly NewMail[] };
	/** The change that accounts have been told of. */
	readonly change?: { readonly alertId: string; readonly changedMs: number };
	readonly nowMs: number;
}

/** Goes on by one account, whose mails are queued in the same transaction: once, however many processes try. @returns whether this one did. */
export const mailHolder = command<Step, boolean>(
	"alerts.mail_holder",
	async (tx, { from, to, told, change, nowMs }) => {
		const isMoved = await moveServiceState(tx, PROGRESS, from, to);
		if (isMoved && told) await queueNotices(tx, { ...concernOf(told.ofAccount), mails: told.mails }, nowMs);
		if (isMoved && change)
			await updateRows(tx, "kosher_alert", { alert_id: change.alertId }, { told_at: change.changedMs });
		return isMoved;
	},
);

const concernOf = (ofAccount: string) => ({ ofAccount, kind: "kosher_alerts", roles: BUYING }) as const;

/** Writes the mails about the next change of an alert. @returns whether there may be more. */
export async function mailHolders(parts: WritingParts): Promise<boolean> {
	const { db, clock } = parts;
	const nowMs = clock.now();
	let from = await ensureServiceState(db, PROGRESS, () => "0");
	const [told = "0", at, last = ""] = from.split(" ");
	const change = await nextChangedAlert(db.read, EVERY_READER, Number(told));
	const changedMs = Date.parse(change?.changed_at ?? "");
	if (!change || nowMs - changedMs < WAIT_MS) return false;
	const shown = await findAlert(db.read, EVERY_READER, change.alert_id);
	// It has changed again meanwhile, and comes later.
	if (!shown || shown.changed_at !== change.changed_at) return true;
	const alert = { ...shown, ...(await toldOf(db.read, shown)) };
	const place = String(change.position);
	// Of what ended before anybody was told, nobody needs to hear.
	const isPassed = nowMs - changedMs > STALE_MS || (alert.ended_at !== null && alert.toldMs === null);
	const holders = isPassed ? [] : await holdersAfter(db.scan, alert, at === place ? last : "");
	const toldChange = isPassed ? {} : { change: { alertId: alert.alert_id, changedMs } };
	// From the first account on, somebody has heard of it; what it no longer names counts until all are told.
	const heard = alert.toldMs === null ? toldChange : {};
	for (const ofAccount of holders) {
		const to = `${told} ${place} ${ofAccount}`;
		const mails = await mailsFor(parts, alert, ofAccount);
		if (!(await db.write(mailHolder, { from, to, told: { ofAccount, mails }, ...heard, nowMs }))) return true;
		from = to;
	}
	await db.write(mailHolder, { from, to: place, ...toldChange, nowMs });
	return true;
}

interface ToldAlert extends ShownAlert {
	/** Which change accounts were last told of; null if nobody has heard of it yet. */
	readonly toldMs: number | null;
	/** The products that it named when accounts were last told of it, or since, and no longer names. */
	readonly dropped: readonly string[];
}

async function toldOf(
	tx: Tx,
	{ alert_id, barcodes }: ShownAlert,
): Promise<Pick<ToldAlert, "toldMs" | "dropped">> {
	const row = await findRow(tx, "kosher_alert", { alert_id }, ["earlier", "told_at"]);
	const toldMs = row?.told_at ?? null;
	if (toldMs === null) return { toldMs, dropped: [] };
	const earlier: FormerWording[] = JSON.parse(row?.earlier ?? "[]");
	const named = new Set(barcodes);
	const before = earlier.filter(({ fromMs }) => fromMs >= toldMs).flatMap((wording) => wording.barcodes);
	return { toldMs, dropped: [...new Set(before)].filter((barcode) => !named.has(barcode)) };
}

/** The accounts that hold a product of an alert, in order, after one of them. */
async function holdersAfter(scan: Tx, alert: ToldAlert, after: string): Promise<string[]> {
	const rows = await heldOf(scan, alert)
		.select("client.owner_id")
		.distinct()
		.where("client.owner_id", ">", after)
		.orderBy("client.owner_id")
		.execute();
	return rows.flatMap(({ owner_id }) => owner_id ?? []);
}

function heldOf(tx: Tx, { barcodes, dropped }: ToldAlert) {
	return tx
		.selectFrom(boughtNames(tx).as("held"))
		.innerJoin("client", "client.client_id", "held.client_id")
		.where("held.name", "in", [...barcodes, ...dropped]);
}

async function mailsFor(
	parts: WritingParts,
	alert: ToldAlert,
	ofAccount: string,
): Promise<readonly NewMail[]> {
	const { db, base } = parts;
	const [account, held] = await Promise.all([
		findRow(db.read, "account", { account_id: ofAccount }, ["name"]),
		heldOf(db.read, alert)
			.select("held.name")
			.distinct()
			.where("client.owner_id", "=", ofAccount)
			.orderBy("held.name")
			.execute(),
	]);
	const content = alertContent({
		alert,
		barcodes: held.map(({ name }) => name),
		accountName: account?.name ?? null,
		base,
	});
	return noticeMails(parts, { ...concernOf(ofAccount), subject: content.heading, content });
}

interface AlertFacts {
	readonly alert: ToldAlert;
	/** Those of its products, dropped ones among them, that the account holds. */
	readonly barcodes: readonly string[];
	readonly accountName: string | null;
	readonly base: string;
}

function alertContent({ alert, barcodes, accountName, base }: AlertFacts): NoticeContent {
	const { message, lots, source } = alert;
	const dropped = new Set(alert.dropped);
	const named = barcodes.filter((barcode) => !dropped.has(barcode));
	const noLonger = barcodes.filter((barcode) => dropped.has(barcode));
	return {
		heading: `${stageWords(alert)}: ${isolatedText(alertTitle(alert))}`,
		paragraphs: message.split("\n").filter((line) => line.trim() !== ""),
		facts: [
			...(accountName === null ? [] : [["Account", isolatedText(accountName)] as const]),
			...(lots === null ? [] : [["Lots", isolatedText(lots)] as const]),
			...(source === null ? [] : [["Source", isolatedText(source)] as const]),
			...(named.length > 0 ? [["You bought", listed(named)] as const] : []),
			...(noLonger.length > 0 ? [["No longer about", listed(noLonger)] as const] : []),
		],
		link: { label: "See your products", url: `${base}/my-products` },
		footer:
			"You get this mail when a kosher alert about a product that you bought is published, changed or ended.",
	};
}

function listed(barcodes: readonly string[]): string {
	const more = barcodes.length - LISTED;
	return `${barcodes.slice(0, LISTED).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function stageWords({ toldMs, changed_at, published_at, ended_at, outcome }: ToldAlert): string {
	if (ended_at !== null)
		return outcome === "mistaken" ? "Kosher alert ended, a mistake" : "Kosher alert ended";
	return toldMs === null || changed_at === published_at ? "Kosher alert" : "Kosher alert changed";
}
