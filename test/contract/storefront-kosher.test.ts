import { afterAll, beforeAll, expect, test } from "vitest";
import { isoTime } from "../../src/platform/time/clock.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { type Browser, newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";
import { visit } from "../support/visitors.ts";

let packshot: TestService;
let administrator: Browser;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_STOREFRONT: "on" } });
	administrator = await newPerson(packshot, { roles: ["administrator"] });
	await packshot.product({
		barcode: BARCODE,
		info: { product_name: "מצה" },
		hechshers: [
			{ symbol: "OU", org: "Orthodox Union", certificate: { certificate_id: "OU-1", valid_until: day(1) } },
			{ symbol: "CRC", certificate: { certificate_id: "CRC-1", valid_until: day(-1) } },
			{ symbol: "</script>" },
		],
	});
});
afterAll(() => packshot.close());

const BARCODE = "0725272730706";
const day = (days: number) => isoTime(packshot.clock.now() + days * DAY_MS).slice(0, 10);
const shown = async () => {
	const { text } = await visit(packshot, `/p/${BARCODE}`);
	const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
	return { text, certifications: JSON.parse(json).hasCertification };
};
const renew = (certificate_id: string, valid_until: string) =>
	administrator.ask("POST /admin/kosher/certificates", {
		body: { certificate_ids: [certificate_id], valid_until },
	});

test("a public page shows nothing of certificates at first", async () => {
	const { text, certifications } = await shown();
	expect(text).not.toContain("OU-1");
	expect([text.includes("<h2>Kosher</h2>"), certifications]).toEqual([false, undefined]);
});

test("where the operator wants it, each hechsher has its status, and search engines get those alone that are current", async () => {
	await administrator.ask("PATCH /admin/storefront", { body: { kosher_status: true } });
	const { text, certifications } = await shown();
	expect(text).toContain(`<bdi>OU · Orthodox Union</bdi>: current, until ${day(1)}`);
	expect(text).toContain(`<bdi>CRC</bdi>: expired on ${day(-1)}`);
	expect(text).toContain("<bdi>&lt;/script&gt;</bdi>: no date is known");
	expect(certifications).toEqual([
		{
			"@type": "Certification",
			name: "Kosher OU",
			certificationStatus: "https://schema.org/CertificationActive",
			issuedBy: { "@type": "Organization", name: "Orthodox Union" },
			certificationIdentification: "OU-1",
			expires: day(1),
		},
	]);
});

test("a renewal and the end of a certificate are on the page at once", async () => {
	await renew("CRC-1", day(300));
	expect((await shown()).certifications).toHaveLength(2);
	const ends = day(1);
	packshot.clock.advance(2 * DAY_MS);
	const { text, certifications } = await shown();
	expect(text).toContain(`: expired on ${ends}`);
	expect(certifications).toMatchObject([{ certificationIdentification: "CRC-1" }]);
});
