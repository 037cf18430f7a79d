import { Text } from "@mantine/core";
import { type Key, useAction } from "../../api/routes.ts";
import { ofEachBalance } from "../../basket/paying-key.ts";
import { creditsInWords } from "../../format/credits.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { Fact, Facts } from "../../parts/Facts.tsx";

interface OneBalanceDialogProps {
	readonly account: Key;
	readonly keys: readonly Key[];
	readonly onClose: () => void;
}

/** Says what happens to the credits of keys, and puts them on the balance of the account. */
export default function OneBalanceDialog({ account, keys, onClose }: OneBalanceDialogProps) {
	const move = useAction("PATCH /keys/{client_id}");
	// Each key in a transaction of its own: if one cannot move, those before it have, and the dialog shows the rest.
	const moveAll = async (_: undefined, { onSuccess }: { readonly onSuccess: () => void }) => {
		for (const { client_id } of keys) {
			await move.mutateAsync({ path: { client_id }, body: { balance: account.balance_id } });
		}
		onSuccess();
	};
	const balances = ofEachBalance([account, ...keys]);
	const total = balances.reduce((sum, { credit_balance }) => sum + credit_balance, 0);
	return (
		<ConfirmDialog
			act={{
				...move,
				mutate: (input, after) => void moveAll(input, after).catch(() => undefined),
			}}
			action="Put all on one balance"
			color="petrol"
			done="All your keys draw on your account's credits."
			onClose={onClose}
			title="Put all on one balance?"
		>
			<Facts layout="lines">
				<Fact name="Your account has">{creditsInWords(account.credit_balance)}</Fact>
				{balances
					.filter((key) => key !== account)
					.map((key) => (
						<Fact key={key.client_id} name={key.client_name}>
							{`${creditsInWords(key.credit_balance)} go along`}
						</Fact>
					))}
				<Fact name="Your account will have">{creditsInWords(total)}</Fact>
			</Facts>
			<Text my="1em">
				From then on your orders and {keys.length === 1 ? "this key" : "these keys"} spend the same credits.
				The credits stay with your account: a key that is given a balance of its own again begins at 0.
			</Text>
		</ConfirmDialog>
	);
}
