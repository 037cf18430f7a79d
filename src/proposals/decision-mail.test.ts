import { expect, test } from "vitest";
import { mailText } from "../platform/mail/html.ts";
import { decisionContent, decisionSubject } from "./decision-mail.ts";

const approved = { barcode: "0725272730706", state: "approved", reason: null };
const rejected = { barcode: "4011", state: "rejected", reason: "Out of focus.\nAgain, please" };

test("the subject states a single decision, or the number of several", () => {
	expect(decisionSubject([approved])).toBe("Your suggestion for 0725272730706 was approved");
	expect(decisionSubject([approved, rejected])).toBe("2 of your suggestions were decided");
});

test("the mail lists the first 50 decisions with their reasons, and where the others are", () => {
	const base = "https://photos.example.com";
	const many = Array.from({ length: 60 }, () => approved);
	const text = mailText({
		...decisionContent({ decided: [rejected, ...many], base }),
		unsubscribeUrl: `${base}/u`,
	});
	expect(text).toContain("4011: rejected: Out of focus.\\u000aAgain, please");
	expect(text).toContain("These are the first 50; 11 more are on your suggestions page.");
	expect(text).toContain(`${base}/propose`);
});
