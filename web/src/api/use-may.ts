import type { MemberRole } from "../../../src/pages/contract.ts";
import { useSession } from "./session.ts";

const WHO = {
	buy: ["owner", "buyer"],
	develop: ["owner", "developer"],
	manage: ["owner"],
} as const satisfies Record<string, readonly MemberRole[]>;

/** What the person may do in the account that they act for; the service decides, the pages only do not offer the rest. */
export function useMay(): Readonly<Record<keyof typeof WHO, boolean>> {
	const role = useSession().data?.acts_for?.role;
	const may = (roles: readonly MemberRole[]) => role !== undefined && roles.includes(role);
	return { buy: may(WHO.buy), develop: may(WHO.develop), manage: may(WHO.manage) };
}
