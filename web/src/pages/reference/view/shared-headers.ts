import type { ApiDocument } from "../../../calls/openapi.ts";
import { type Member, memberOf } from "./members.ts";

/** The sections that explain what all calls have in common. */
export const sharedSections = [
	{ id: "signing-in", title: "Signing in" },
	{ id: "credits", title: "Credits" },
	{ id: "rate-limits", title: "Rate limits" },
	{ id: "every-answer", title: "Every answer" },
	{ id: "idempotency", title: "Idempotency" },
	{ id: "signed-urls", title: "Signed URLs" },
	{ id: "errors", title: "Errors" },
] as const;

export type SharedSection = (typeof sharedSections)[number]["id"];

/** The common response headers that a section explains; those of no other section are under “Every answer”. */
export function sharedHeaders(document: ApiDocument, section: SharedSection): readonly Member[] {
	return Object.entries(document.components.headers)
		.filter(([name]) => sectionOf(name) === section)
		.map(([name, { schema, description = "" }]) => memberOf(name, { ...schema, description }, true));
}

function sectionOf(header: string): SharedSection {
	if (header.startsWith("X-Credits-")) return "credits";
	return header.startsWith("X-RateLimit-") ? "rate-limits" : "every-answer";
}
