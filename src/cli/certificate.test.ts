import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommands } from "../../test/support/command-line.ts";
import { newPerson } from "../../test/support/portal.ts";
import { startService, type TestService } from "../../test/support/service.ts";
import { addCertificate } from "./certificate.ts";
import { exitCodes } from "./command-line.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
	const letter = (certificate_id: string, valid_until: string) => ({
		symbol: "OU",
		certificate: { certificate_id, valid_until },
	});
	await packshot.product(
		{ barcode: "40110001", hechshers: [letter("LATE", "2999-01-01")] },
		{ barcode: "40110002", hechshers: [letter("SOON", day(20))] },
		{ barcode: "40110003", hechshers: [letter("SOON", day(20))] },
	);
});
afterAll(() => packshot.close());

const certificate = (...words: string[]) =>
	runCommands([addCertificate], ["certificate", ...words], packshot.settings);
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("list shows all, or those that end within some days, the first to end first", async () => {
	const ids = async (...words: string[]) =>
		(await certificate("list", ...words, "--json")).document.certificates.map(
			(each: { certificate_id: string }) => each.certificate_id,
		);
	expect(await ids()).toEqual(["SOON", "LATE"]);
	expect(await ids("--ending", "30")).toEqual(["SOON"]);
	expect(await ids("--ending", "10")).toEqual([]);
	expect((await certificate("list")).stdout).toMatch(/SOON +OU +\S+ +current +- +2\n/);
});

test("set renews a letter for all its products, and records who did it", async () => {
	const done = await certificate(
		"set",
		"SOON",
		"--valid-until",
		"2998-01-01",
		"--checked-on",
		"2026-11-29",
		"--json",
	);
	expect(done.document).toMatchObject({
		changed: true,
		certificate_id: "SOON",
		valid_until: "2998-01-01",
		checked_on: "2026-11-29",
		products: 2,
	});
	const client = await packshot.client();
	const { body } = await packshot.call("/products/40110003/kosher", { client });
	expect(body.hechshers[0].certificate).toMatchObject({ certificate_id: "SOON", valid_until: "2998-01-01" });
	const administrator = await newPerson(packshot, { roles: ["administrator"] });
	const events = await administrator.ask("GET /admin/events", { query: { subject: "SOON" } });
	expect(JSON.stringify(events.body)).toContain("Certificate SOON renewed or checked");
});

test("set makes a new certificate only with a symbol", async () => {
	const unknown = await certificate("set", "NEW", "--valid-until", "2999-01-01");
	expect([unknown.code, unknown.stderr]).toEqual([
		exitCodes.failure,
		expect.stringContaining("--symbol SYMBOL makes a new one"),
	]);
	const made = await certificate("set", "NEW", "--valid-until", "2999-01-01", "--symbol", "CRC", "--json");
	expect(made.document).toMatchObject({ certificate_id: "NEW", symbol: "CRC", products: 0 });
});

test.each([
	[["SOON"], "say what to set"],
	[["SOON", "--valid-until", "3/4/2027"], "valid_until: expected a date as 2027-03-31"],
	[["SOON", "--valid-until", "2027-02-30"], "valid_until: expected a date"],
	[["SOON", "--source", "http://agency.example/417"], "source: expected an https URL, or a text"],
	[["i".repeat(101), "--symbol", "OU"], "certificate_id: expected a text of 1 to 100 characters"],
])("set %j is wrong usage", async (words, message) => {
	const { code, stderr } = await certificate("set", ...words);
	expect([code, stderr]).toEqual([exitCodes.usage, expect.stringContaining(message)]);
});
