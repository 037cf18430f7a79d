import {
	type HechsherState,
	readAllCertified,
	recordOf,
	stateOf,
} from "../catalogue/certificates/kosher-record.ts";
import { dayOf } from "../catalogue/certificates/list-certificates.ts";
import type { Database } from "../platform/db/database.ts";
import type { Clock } from "../platform/time/clock.ts";
import { type Html, html } from "./html.ts";

/** A hechsher as a public page shows it. */
export type ShownHechsher = ReturnType<typeof recordOf>;

/** What the hechshers of products rest on today, by barcode. */
export async function hechshersToday(
	{ db, clock }: { readonly db: Pick<Database, "read">; readonly clock: Clock },
	barcodes: readonly string[],
): Promise<(barcode: string) => readonly ShownHechsher[]> {
	const today = dayOf(clock.now());
	const products = await readAllCertified(db, barcodes);
	return (barcode) =>
		(products.get(barcode)?.hechshers ?? []).map((each) => recordOf(each, stateOf(each, today)));
}

const WORDS: Readonly<Record<HechsherState, (until: string | null) => string>> = {
	current: (until) => `current, until ${until}`,
	expired: (until) => `expired on ${until}`,
	unstated: () => "no date is known",
	withdrawn: () => "withdrawn",
};

/** Each hechsher with its status, and until when it holds. */
export function hechsherPanel(hechshers: readonly ShownHechsher[]): Html | undefined {
	if (hechshers.length === 0) return undefined;
	return html`<div class="panel"><h2>Kosher</h2><ul>${hechshers.map(
		({ symbol, org, additional_designation: designation, status, certificate }) =>
			html`<li><bdi>${[symbol, org, designation].filter(Boolean).join(" · ")}</bdi>: ${WORDS[status](certificate?.valid_until ?? null)}</li>`,
	)}</ul></div>`;
}

/** What search engines may say of hechshers (schema.org/Certification): those alone whose certificate holds today. */
export function certifications(hechshers: readonly ShownHechsher[]): object {
	const current = hechshers.filter(({ status }) => status === "current");
	if (current.length === 0) return {};
	return {
		hasCertification: current.map(({ symbol, org, additional_designation: designation, certificate }) => ({
			"@type": "Certification",
			name: ["Kosher", symbol, designation].filter(Boolean).join(" "),
			certificationStatus: "https://schema.org/CertificationActive",
			issuedBy: { "@type": "Organization", name: org ?? symbol },
			certificationIdentification: certificate?.certificate_id ?? null,
			expires: certificate?.valid_until ?? null,
		})),
	};
}
