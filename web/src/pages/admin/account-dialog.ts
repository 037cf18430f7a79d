import type { AdminAccount } from "../../api/administration.ts";

/** Props of every dialog about one account. */
export interface AccountDialogProps {
	readonly account: AdminAccount;
	readonly onClose: () => void;
}
