import { describe, expect, it } from "vitest";
import { visualOrder } from "./text-outlines.ts";

const drawn = (text: string): string => visualOrder(text).join("");

describe("visual order of a line", () => {
	it("leaves Latin as it is", () => expect(drawn("Olive oil (500 ml)")).toBe("Olive oil (500 ml)"));
	it("reverses Hebrew", () => expect(drawn("שמן זית")).toBe("תיז ןמש"));
	it("keeps numbers readable inside Hebrew", () => expect(drawn("חלב 3.5 אחוז")).toBe("זוחא 3.5 בלח"));
	it("keeps Latin words readable inside Hebrew", () => expect(drawn("קפה Dark חזק")).toBe("קזח Dark הפק"));
	it("reverses only the Hebrew in a Latin line", () =>
		expect(drawn("Pita פיתה 6 pcs")).toBe("Pita 6 התיפ pcs"));
	it("mirrors brackets in Hebrew", () => expect(drawn("חומוס (חריף)")).toBe("(ףירח) סומוח"));
	it("drops Hebrew points and composes accents", () => expect(drawn("שָׁלוֹם Cafe\u0301")).toBe("Café םולש"));
	it("keeps dates, prices and percentages whole", () =>
		expect(drawn("מחיר 12.90 ₪ עד 31/12/26 (5%)")).toBe("(5%) 31/12/26 דע ₪ 12.90 ריחמ"));
	it("keeps characters outside the Basic Multilingual Plane in a Latin line", () =>
		expect(drawn("🍞 לחם x")).toContain("🍞"));
});
