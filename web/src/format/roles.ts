import type { Role } from "../../../src/pages/contract.ts";

export type { Role };

/** The name of each role, and what it lets an account do. */
export const roleWords: Readonly<Record<Role, { readonly name: string; readonly may: string }>> = {
	administrator: { name: "Administrator", may: "Everything" },
	catalogue_editor: { name: "Catalogue editor", may: "Products, imports and reviews" },
	accountant: { name: "Accountant", may: "Top-ups, prices and ledgers" },
	tracer: { name: "Tracer", may: "Finding out where a leaked picture came from" },
};

export const ROLES = Object.keys(roleWords) as Role[];
