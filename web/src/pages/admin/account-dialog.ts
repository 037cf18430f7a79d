import type { AdminAccount } from "../../api/shapes.ts";

/** Props of every dialog about one account. */
export interface AccountDialogProps {
	readonly account: AdminAccount;
	readonly onClose: () => void;
}
