import type { ProductRow } from "../tables.ts";
import type { ImportMode } from "../writing/import-mode.ts";
import type { GivenHechsher, MetadataChange } from "../writing/metadata-change.ts";
import type { ValueChange } from "../writing/value-changes.ts";
import { type CertificateContent, FACTS, type GivenFacts, hasFacts } from "./given.ts";
import { type GivenLink, linksOf, withLink } from "./links.ts";
import {
	type CertificateDraft,
	type CertificateDrafts,
	currentContent,
	draftCertificate,
} from "./write-certificates.ts";

/** What a change says of the certificate of one hechsher. */
interface Given extends GivenLink {
	/** What the certificate says, if that is given. */
	readonly facts: GivenFacts | null;
	/** Whether facts that are not given are removed. */
	readonly isWhole: boolean;
	/** Others of the same file: if the hechsher rests on one of these that ends first, it stays so. */
	readonly rivals: readonly string[];
	/** The hechsher may be missing: its own fields were given along, and were not wanted. */
	readonly isOptional: boolean;
}

type Scopes = Omit<MetadataChange, "certificate">;

/** The ids of certificates in a change. */
export function namedCertificates({ certificate, hechshers }: MetadataChange): string[] {
	const ids = (hechshers ?? []).map((each) => each.certificate?.certificate_id ?? each.certificate_id);
	return [certificate?.certificate_id, ...(certificate?.rivals ?? []), ...ids].filter(
		(id) => typeof id === "string",
	);
}

/** Separates what a change says of certificates from the scopes. Certificates that are given always count, however scopes are combined. */
export function givenCertificates(
	change: MetadataChange,
	mode: ImportMode,
): { readonly given: readonly Given[]; readonly scopes: Scopes } {
	const { certificate, ...scopes } = change;
	const given: Given[] = [];
	const hechshers = scopes.hechshers?.map(({ certificate: whole, certificate_id: id, ...hechsher }) => {
		const certificateId = whole?.certificate_id ?? id;
		if (certificateId !== undefined || whole === null)
			given.push({
				...hechsherOf(hechsher),
				certificateId: certificateId ?? null,
				facts: whole ?? null,
				isWhole: mode === "replace" && whole !== null && whole !== undefined && hasFacts(whole),
				rivals: [],
				isOptional: mode === "fill",
			});
		return hechsher;
	});
	if (certificate)
		given.push({
			...hechsherOf(certificate),
			certificateId: certificate.certificate_id,
			facts: certificate,
			isWhole: false,
			rivals: certificate.rivals ?? [],
			isOptional: false,
		});
	return { given, scopes: given.length > 0 && hechshers ? { ...scopes, hechshers } : scopes };
}

function hechsherOf({
	symbol,
	additional_designation: designation,
}: Pick<GivenHechsher, "symbol" | "additional_designation">): Pick<GivenLink, "symbol" | "designation"> {
	return { symbol, designation: designation === undefined ? undefined : designation || null };
}

type Drafted =
	| {
			/** Of the product, as stored. */
			readonly links: string | null;
			/** The certificates that are new or say something else. */
			readonly changed: readonly string[];
			/** What is erased or replaced by it. */
			readonly values: readonly ValueChange[];
	  }
	/** Why it cannot be. */
	| { readonly reason: string };

/** Notes the certificates of a change, and links the product's hechshers with them: all or none. */
export function draftGiven(
	certificates: CertificateDrafts,
	row: Pick<ProductRow, "hechshers" | "hechshers_as_given" | "certificates">,
	given: readonly Given[],
): Drafted {
	let links = row.certificates;
	if (given.length === 0) return { links, changed: [], values: [] };
	const drafts: CertificateDrafts = new Map(certificates);
	for (const each of given) {
		const linked = withLink({ ...row, certificates: links }, each);
		if ("reason" in linked && !each.isOptional) return linked;
		const reason = contentProblem(drafts, each);
		if (reason !== undefined) return { reason };
		if ("links" in linked && !endsLater(drafts, each, linked.before)) links = linked.links;
	}
	const changed = [...drafts.keys()].filter((id) => certificates.get(id) !== drafts.get(id));
	const values = changed.flatMap((id) =>
		contentChanges(currentContent(certificates, id), currentContent(drafts, id)),
	);
	for (const id of changed) certificates.set(id, drafts.get(id) as CertificateDraft);
	return { links, changed, values };
}

/** After every day: a certificate without an end. */
const NEVER = "9999-99-99";

/** Whether another certificate of the same file, on which the hechsher rests already, ends first. */
function endsLater(drafts: CertificateDrafts, { certificateId, rivals }: Given, before: string | undefined) {
	if (certificateId === null || before === undefined || !rivals.includes(before)) return false;
	const [other, own] = [before, certificateId].map((id) => currentContent(drafts, id)?.valid_until ?? NEVER);
	return (other ?? NEVER) <= (own ?? NEVER);
}

function contentChanges(before: CertificateContent | undefined, after: CertificateContent | undefined) {
	return FACTS.flatMap((fact): ValueChange[] => {
		const [was, is] = [before?.[fact] ?? null, after?.[fact] ?? null];
		return was === null || was === is ? [] : [{ field: `certificate.${fact}`, before: was, after: is }];
	});
}

/** The certificates that hechshers of a product rest on no longer. */
export function linkChanges(before: string | null, after: string | null): ValueChange[] {
	if (before === after) return [];
	const now = linksOf({ certificates: after });
	return linksOf({ certificates: before }).flatMap((link) => {
		const next = now.find((each) => each.symbol === link.symbol && each.designation === link.designation);
		const id = next?.certificateId ?? null;
		return id === link.certificateId
			? []
			: [{ field: "certificate.certificate_id", before: link.certificateId, after: id }];
	});
}

function contentProblem(drafts: CertificateDrafts, { certificateId: id, symbol, facts, isWhole }: Given) {
	if (id === null) return undefined;
	const known = currentContent(drafts, id);
	if (facts) return draftCertificate(drafts, { id, symbol, facts, isWhole });
	if (!known)
		return `certificate ${JSON.stringify(id)} is not in the catalogue: say what it says, such as valid_until`;
	if (known.symbol === symbol) return undefined;
	return `certificate ${JSON.stringify(id)} is one of ${known.symbol}, not of ${symbol}`;
}
