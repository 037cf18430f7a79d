import { type Actor, type Changes, changesBetween, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { lockCatalogue } from "../fields/field-counts.ts";
import { insertChangeSet } from "../history/change-set.ts";
import { FACTS, type GivenFacts, hasOtherDates } from "./given.ts";
import { tellAllProducts } from "./tell-products.ts";
import {
	currentContent,
	draftCertificate,
	openCertificates,
	writeCertificates,
} from "./write-certificates.ts";

/** What certificates are to say from now on; facts that are not given stay. */
interface CertificatesToSet {
	readonly ids: readonly string[];
	readonly facts: GivenFacts;
	/** Of a certificate that may be new; without it, unknown ones are refused. */
	readonly symbol?: string | undefined;
	readonly actor: Actor;
}

export type CertificatesSet =
	| { readonly kind: "set"; readonly changed: readonly string[] }
	| { readonly kind: "unknown"; readonly id: string }
	| { readonly kind: "refused"; readonly reason: string };

/** Lets certificates say something else: all of them or none. */
export const setCertificates = command<CertificatesToSet, CertificatesSet>(
	"catalogue.set_certificates",
	async (tx, { ids, facts, symbol, actor }, traits) => {
		await lockCatalogue(tx, traits);
		const drafts = await openCertificates(tx, ids);
		const changed = new Map<string, Changes>();
		let hasDates = false;
		for (const id of ids) {
			const known = currentContent(drafts, id);
			const of = symbol ?? known?.symbol;
			if (of === undefined) return { kind: "unknown", id };
			const reason = draftCertificate(drafts, { id, symbol: of, facts, isWhole: false });
			if (reason !== undefined) return { kind: "refused", reason };
			const now = drafts.get(id)?.after;
			if (!now) continue;
			hasDates ||= hasOtherDates(known, now);
			const said = (content: GivenFacts | undefined) =>
				Object.fromEntries(FACTS.map((fact) => [fact, content?.[fact] ?? null]));
			changed.set(id, changesBetween(said(known), said(now)));
		}
		const set =
			hasDates && (await insertChangeSet(tx, { kind: "certificate", ...accountOf(actor) }, actor.atMs));
		const changeSet = set === false ? null : set;
		await writeCertificates(tx, traits, drafts, { stampMs: actor.atMs, changeSet, isRecorded: true });
		for (const [id, changes] of changed) await recordEvent(tx, actor, "certificate.set", id, { changes });
		return { kind: "set", changed: [...changed.keys()] };
	},
);

const accountOf = ({ accountId }: Actor) => ({ accountId });

/** Sets certificates, then tells the products that rest on them; a killed process leaves the rest of that to a server's work in the background. */
export async function setAndTell(
	db: Pick<Database, "read" | "write">,
	order: CertificatesToSet,
): Promise<CertificatesSet> {
	// What an earlier change has not told yet would be lost.
	await tellAllProducts(db);
	const outcome = await db.write(setCertificates, order);
	await tellAllProducts(db);
	return outcome;
}
