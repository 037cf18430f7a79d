import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { framedFile } from "../../../test/support/framed-file.ts";
import { withoutFrame } from "../../pictures/rights/packet-frame.ts";
import { membersOf, newCaseFile, remade } from "./case-file.fixture.ts";
import { CaseFileError } from "./open-case-file.ts";
import { type Recheck, recheckCase } from "./recheck.ts";

/** Case files of this version, whose leaks may carry the packet about rights (SPEC E11), and those of version 1.0.0. */

const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/${name}`, import.meta.url));

/** What a check computes; which clients are shown beside the named ones differs between any two files. */
const computed = ({ verdict, origin, named }: Recheck) => ({
	verdict,
	origin: origin?.verdict,
	named: named.map(({ client_id, score }) => ({ client_id, score })),
});

describe("a case file whose leak carries a packet", () => {
	let file: Buffer;
	let leak: Buffer;
	beforeAll(async () => {
		file = await newCaseFile();
		leak = (await membersOf(file)).get("leak-1")!;
	});
	const withLeak = (bytes: Uint8Array) =>
		remade(file, ({ members }) => members.set("leak-1", Buffer.from(bytes)));

	test("checks like one without, also if somebody edited the packet", async () => {
		const expected = computed(await recheckCase(file));
		const delivered = framedFile(leak, "image/jpeg");
		const edited = Buffer.from(delivered).fill("x", 400, 420);
		for (const each of [delivered, edited]) {
			expect(computed(await recheckCase(await withLeak(each)))).toEqual(expected);
		}
	});

	test("holds the leak as it was found, and says that the packet is no part of the evidence", async () => {
		const delivered = framedFile(leak, "image/jpeg");
		const carrying = await withLeak(delivered);
		expect((await membersOf(carrying)).get("leak-1")).toEqual(delivered);
		expect(withoutFrame(delivered)).toEqual(leak);
		const { statement } = await recheckCase(carrying);
		expect(statement).toContain("The packet of texts about rights");
		expect((await membersOf(await newCaseFile())).get("case.json")!.toString()).toContain(statement);
	});
});

describe("a case file of the first format", () => {
	const older = () => fixture("case-file-1.tar");

	test("checks as before, and its facts are said to be covered by nothing", async () => {
		const found = await recheckCase(older());
		expect(found.statement).not.toContain("packet");
		expect(found).toMatchObject({
			format_version: 1,
			verdict: "identified",
			named: [{ client_name: "Corner shop" }],
			stated_by_its_maker: { are_sealed: false, clients: [{ client_name: "Corner shop" }] },
		});
		const edited = Buffer.from(older());
		edited.write("Copper", edited.indexOf("Corner"));
		expect(await recheckCase(edited)).toMatchObject({
			stated_by_its_maker: { are_sealed: false, clients: [{ client_name: "Copper shop" }] },
		});
	});

	test("fails when a member was altered", async () => {
		const altered = older();
		altered[altered.indexOf("\xff\xd8\xff", 0, "latin1") + 700]! ^= 1;
		const fault = await recheckCase(altered).catch((refusal) => refusal);
		expect(fault).toBeInstanceOf(CaseFileError);
		expect(fault.message).toMatch(/was altered/);
	});
});
