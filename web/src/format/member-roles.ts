import type { MemberRole } from "../../../src/pages/contract.ts";

export type { MemberRole };

/** The name of each role in an account, and what it allows. */
export const memberRoleWords: Readonly<Record<MemberRole, { readonly name: string; readonly may: string }>> =
	{
		owner: { name: "Owner", may: "Everything, members too" },
		buyer: { name: "Buyer", may: "Order and download, and ask for top-ups" },
		developer: { name: "Developer", may: "Keys and webhooks" },
		viewer: { name: "Viewer", may: "Look at everything, change nothing" },
	};

export const MEMBER_ROLES = Object.keys(memberRoleWords) as MemberRole[];
