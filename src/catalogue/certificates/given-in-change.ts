import type { ProductRow } from "../tables.ts";
import type { ImportMode } from "../writing/import-mode.ts";
import type { GivenHechsher, MetadataChange } from "../writing/metadata-change.ts";
import { type GivenFacts, hasFacts } from "./given.ts";
import { type GivenLink, withLink } from "./links.ts";
import { type CertificateDrafts, currentContent, draftCertificate } from "./write-certificates.ts";

/** What a change says of the certificate of one hechsher. */
interface Given extends GivenLink {
	/** What the certificate says, if that is given. */
	readonly facts: GivenFacts | null;
	/** Whether facts that are not given are removed. */
	readonly isWhole: boolean;
	/** The hechsher may be missing: its own fields were given along, and were not wanted. */
	readonly isOptional: boolean;
}

type Scopes = Omit<MetadataChange, "certificate">;

/** The ids of certificates in a change. */
export function namedCertificates({ certificate, hechshers }: MetadataChange): string[] {
	const ids = (hechshers ?? []).map((each) => each.certificate?.certificate_id ?? each.certificate_id);
	return [certificate?.certificate_id, ...ids].filter((id) => typeof id === "string");
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

/** The links of a product, as stored, and the certificates that are new or changed; or why they cannot be. */
type Drafted =
	| { readonly links: string | null; readonly changed: readonly string[] }
	| { readonly reason: string };

/** Notes the certificates of a change, and links the product's hechshers with them: all or none. */
export function draftGiven(
	certificates: CertificateDrafts,
	row: Pick<ProductRow, "hechshers" | "hechshers_as_given" | "certificates">,
	given: readonly Given[],
): Drafted {
	let links = row.certificates;
	if (given.length === 0) return { links, changed: [] };
	const drafts: CertificateDrafts = new Map(certificates);
	for (const each of given) {
		const linked = withLink({ ...row, certificates: links }, each);
		if ("reason" in linked && !each.isOptional) return linked;
		const reason = contentProblem(drafts, each);
		if (reason !== undefined) return { reason };
		if ("links" in linked) links = linked.links;
	}
	const changed = [...drafts].filter(([id, draft]) => certificates.get(id) !== draft);
	for (const [id, draft] of changed) certificates.set(id, draft);
	return { links, changed: changed.map(([id]) => id) };
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
