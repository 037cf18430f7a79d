import type { AdminAccount } from "../../api/administration.ts";

/** What every dialog about one account is given. */
export interface AccountDialogProps {
	readonly account: AdminAccount;
	readonly onClose: () => void;
}
