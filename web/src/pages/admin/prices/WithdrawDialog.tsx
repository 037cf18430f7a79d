import type { PriceChange } from "../../../api/shapes.ts";
import { useAction } from "../../../api/use-route.ts";
import { formatCredits } from "../../../format/credits.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";

export function WithdrawDialog({
	change,
	onClose,
}: {
	readonly change: PriceChange;
	readonly onClose: () => void;
}) {
	const withdraw = useAction("POST /admin/prices/withdraw");
	const { action, effective_from, price } = change;
	return (
		<ConfirmDialog
			action="Withdraw"
			error={withdraw.error}
			isBusy={withdraw.isPending}
			onClose={onClose}
			onConfirm={() =>
				withdraw.mutate(
					{ body: { action, effective_from } },
					{
						onSuccess: () => {
							notifySuccess("The price was withdrawn.");
							onClose();
						},
					},
				)
			}
			opened
			title="Withdraw this price?"
			typed={action}
		>
			The price of <code>{action}</code> will not change to {formatCredits(price)} on{" "}
			<Moment at={effective_from} />. Announcing it again takes another 30 days.
		</ConfirmDialog>
	);
}
