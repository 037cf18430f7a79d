import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { excessBytes, rightsProblem } from "./rights-problem.ts";
import { DATA_MINING, NO_RIGHTS, RIGHTS_NAMES, type RightsTexts } from "./texts.ts";
import { PACKET_BYTES, unpaddedPacket, xmpPacket } from "./xmp-packet.ts";

const GTIN = "00725272730706";

/** A creator that leaves exactly this many bytes of a packet with a 14-digit GTIN unused. */
function creatorLeaving(bytes: number): RightsTexts {
	const shortest = { ...NO_RIGHTS, creator: "x" };
	return { ...NO_RIGHTS, creator: "x".repeat(1 - excessBytes(shortest) - bytes) };
}

const texts = fc.record(
	Object.fromEntries(
		RIGHTS_NAMES.map((name) => [
			name,
			name === "data_mining"
				? fc.constantFrom(...DATA_MINING, null)
				: fc.option(fc.string({ unit: "grapheme", maxLength: 60 }), { nil: null }),
		]),
	),
) as fc.Arbitrary<RightsTexts>;

test("a packet of any texts that are not refused has 2,048 bytes, whatever the GTIN", () => {
	fc.assert(
		fc.property(texts, fc.constantFrom(undefined, "96385074", "725272730706", GTIN), (each, gtin) => {
			fc.pre(rightsProblem(each) === undefined);
			const packet = xmpPacket(each, gtin);
			expect(packet.length).toBe(PACKET_BYTES);
			expect(packet.toString().endsWith('<?xpacket end="w"?>')).toBe(true);
			expect(packet.includes("ProductGTIN")).toBe(gtin !== undefined);
		}),
	);
});

test("texts that fill a packet beside a 14-digit GTIN to the last byte are taken, one byte more is refused", () => {
	expect(rightsProblem(creatorLeaving(0))).toBeUndefined();
	expect(xmpPacket(creatorLeaving(0), GTIN).toString()).toBe(unpaddedPacket(creatorLeaving(0), GTIN));
	expect(rightsProblem(creatorLeaving(-1))).toContain("too long by 1 byte,");
	expect(() => xmpPacket(creatorLeaving(-1), GTIN)).toThrow(RangeError);
});

test("room is counted in UTF-8 after escaping", () => {
	const room = (creator: string) => -excessBytes({ ...NO_RIGHTS, creator });
	expect(room("x") - room("xé")).toBe(2);
	expect(room("x") - room("x&")).toBe(5);
	expect(room("x") - room("x🍞")).toBe(4);
});

test("data mining is stated as a term of PLUS, and none that refers to a further statement", () => {
	for (const data_mining of DATA_MINING) {
		const packet = unpaddedPacket({ ...NO_RIGHTS, data_mining }, undefined);
		expect(packet).toContain(
			`<plus:DataMining>http://ns.useplus.org/ldf/vocab/${data_mining}</plus:DataMining>`,
		);
		expect(data_mining).not.toContain("SEE");
	}
	expect(DATA_MINING).toHaveLength(6);
});

test("markup in texts is escaped, and a carriage return is kept", () => {
	const packet = unpaddedPacket({ ...NO_RIGHTS, credit_line: "<A & B>\r\n]]>" }, undefined);
	expect(packet).toContain("<photoshop:Credit>&lt;A &amp; B&gt;&#xD;\n]]&gt;</photoshop:Credit>");
});

describe("what XML 1.0 forbids is refused in every text", () => {
	const forbidden = [
		...Array.from({ length: 0x20 }, (_, code) => code).filter((code) => ![0x09, 0x0a, 0x0d].includes(code)),
		...[0xd800, 0xdbff, 0xdc00, 0xdfff, 0xfffe, 0xffff],
	];

	test.each(forbidden.map((code) => [code.toString(16).padStart(4, "0").toUpperCase(), code]))(
		"U+%s",
		(name, code) => {
			for (const field of RIGHTS_NAMES) {
				const each = { ...NO_RIGHTS, [field]: `a${String.fromCharCode(Number(code))}b` };
				expect(rightsProblem(each)).toBe(
					`the ${field.replaceAll("_", " ")} cannot hold U+${name}, which XML 1.0 forbids`,
				);
			}
		},
	);

	test.each([..."\t\n\r ~\u{7f}\u{85}\u{d7ff}\u{e000}\u{fffd}\u{10000}\u{1ffff}\u{10ffff}"])(
		"the limits of what it permits are taken: %j",
		(character) => expect(rightsProblem({ ...NO_RIGHTS, creator: character })).toBeUndefined(),
	);
});
