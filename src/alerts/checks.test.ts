import { describe, expect, test } from "vitest";
import { testClock } from "../../test/support/clock.ts";
import { engines } from "../../test/support/engines.ts";
import { catalogueChecks } from "../catalogue/checks.ts";
import { applyMetadata } from "../catalogue/writing/apply-metadata.ts";
import { alerting } from "./alerting.fixture.ts";
import { alertChecks } from "./checks.ts";

/** What `doctor` derives anew of certificates and alerts, and compares. */
describe.each(engines)("$name", ({ opened }) => {
	const clock = testClock(1_000_000);
	const engine = opened(clock);
	const { publish, end, ask } = alerting(() => ({ db: engine.db, clock }));
	const checks = [...catalogueChecks.filter(({ name }) => name === "kosher"), ...alertChecks];
	async function faults(): Promise<readonly string[]> {
		const found = await Promise.all(checks.map(({ examine }) => examine({ db: engine.db } as never)));
		return found.flatMap((each) => each.faults ?? []);
	}
	async function product(barcode: string): Promise<void> {
		const certificate = { certificate_id: `L-${barcode}`, valid_until: "2099-01-31" };
		const change = { barcode, hechshers: [{ symbol: "OU", certificate }, { symbol: "cRc" }] };
		await engine.db.write(applyMetadata, { changes: [change], existingOnly: false });
	}

	test("nothing is found while alerts are published, live, under way and ended", async () => {
		await product("20000001");
		const id = await publish(["20000001"]);
		expect(await faults()).toEqual([]);
		await ask(["20000001"], { symbol: "cRc" });
		expect(await faults()).toEqual([]);
		await end(id, "mistaken");
		expect(await faults()).toEqual([]);
	});

	test.each([
		[
			"a withheld hechsher that is served",
			"update product set hechshers = hechshers_as_given, hechshers_as_given = null where barcode = '20000002'",
			"20000002 does not serve just the hechshers that no alert withholds",
		],
		[
			"a note that nothing is withheld",
			"update product set withheld = null where barcode = '20000002'",
			'20000002 notes that nothing is withheld, its alerts withhold [["OU",null]]',
		],
		[
			"an alert that withholds nothing of a product",
			"update alerted_product set withheld = null where barcode = '20000002'",
			/^alert alr_\w+ withholds nothing instead of \[\["OU",null\]\] on 1 product$/,
		],
		[
			"a certificate that lists too much",
			"insert into certificate_product (certificate_id, barcode) values ('X', '20000002')",
			"20000002 rests on certificate X, which there is not",
		],
		[
			"a certificate that lists what is gone",
			"insert into certificate_product (certificate_id, barcode) values ('X', '29999999')",
			"29999999 is listed with certificate X, but is not in the catalogue",
		],
	])("%s is found", async (_, damage, said) => {
		const barcodes = ["20000002"];
		await product("20000002");
		const before = await engine.db.read
			.selectFrom("alerted_product")
			.select("barcode")
			.where("barcode", "in", barcodes)
			.execute();
		if (before.length === 0) await publish(barcodes);
		const saved = await engine.db.read
			.selectFrom("product")
			.selectAll()
			.where("barcode", "=", "20000002")
			.executeTakeFirstOrThrow();
		await engine.execute(damage);
		expect(await faults()).toContainEqual(typeof said === "string" ? said : expect.stringMatching(said));
		await engine.execute("delete from certificate_product where certificate_id = 'X'");
		const texts = (["hechshers", "hechshers_as_given", "withheld"] as const).map(
			(column) => `${column} = ${saved[column] === null ? "null" : `'${saved[column]}'`}`,
		);
		await engine.execute(`update product set ${texts.join(", ")} where barcode = '20000002'`);
		await engine.execute(
			`update alerted_product set withheld = '${saved.withheld}' where barcode = '20000002'`,
		);
		expect(await faults()).toEqual([]);
	});
});
