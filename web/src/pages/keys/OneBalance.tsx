import { Alert, Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCoins } from "@tabler/icons-react";
import { type Key, type KeyList, useAction } from "../../api/routes.ts";
import { isOnAccount, ofEachBalance } from "../../basket/paying-key.ts";
import { countInWords, creditsInWords } from "../../format/credits.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { Fact, Facts } from "../../parts/Facts.tsx";
import classes from "./Keys.module.css";

/** Says that keys have credits of their own, and puts these with the account's once the owner has seen what will happen. */
export function OneBalance({ keys: { account, data } }: { readonly keys: KeyList }) {
	const [isAsking, dialog] = useDisclosure(false);
	if (account?.state !== "active") return null;
	const others = data.filter((key) => key.state !== "revoked" && !isOnAccount(key, account));
	if (others.length === 0) return null;
	return (
		<>
			<Alert
				className={classes.notice ?? ""}
				icon={<IconCoins />}
				title={`${countInWords(others.length, "key")} with credits of ${others.length === 1 ? "its" : "their"} own`}
			>
				<p className={classes.words}>
					Your orders cannot be paid from these, and these keys cannot spend your account's credits.
				</p>
				<Button mt="xs" onClick={dialog.open} size="xs" variant="default">
					Put all on one balance
				</Button>
			</Alert>
			{isAsking ? <OneBalanceDialog account={account} keys={others} onClose={dialog.close} /> : null}
		</>
	);
}

interface OneBalanceDialogProps {
	readonly account: Key;
	readonly keys: readonly Key[];
	readonly onClose: () => void;
}

function OneBalanceDialog({ account, keys, onClose }: OneBalanceDialogProps) {
	const move = useAction("PUT /keys/{client_id}/balance");
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
			onDone={onClose}
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
			<p>
				From then on your orders and {keys.length === 1 ? "this key" : "these keys"} spend the same credits.
				The credits stay with your account: a key that is given a balance of its own again begins at 0.
			</p>
		</ConfirmDialog>
	);
}
