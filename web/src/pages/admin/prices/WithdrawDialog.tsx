import type { PriceChange } from "../../../api/shapes.ts";
import { useAction } from "../../../api/use-route.ts";
import { formatCredits } from "../../../format/credits.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { Moment } from "../../../parts/Moment.tsx";

export function WithdrawDialog({
	change,
	onClose,
}: {
	readonly change: PriceChange;
	readonly onClose: () => void;
}) {
	const { action, effective_from, price } = change;
	const withdraw = useAction("POST /admin/prices/withdraw", { body: { action, effective_from } });
	return (
		<ConfirmDialog
			action="Withdraw"
			act={withdraw}
			done="The price was withdrawn."
			onClose={onClose}
			onDone={onClose}
			title="Withdraw this price?"
			typed={action}
		>
			The price of <code>{action}</code> will not change to {formatCredits(price)} on{" "}
			<Moment at={effective_from} />. Announcing it again takes another 30 days.
		</ConfirmDialog>
	);
}
