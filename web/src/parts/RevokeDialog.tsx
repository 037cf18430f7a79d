import { creditsInWords } from "../format/credits.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

interface RevokeDialogProps {
	readonly apiKey: { readonly client_name: string; readonly credit_balance: number };
	/** The revoke mutation. */
	readonly revoke: {
		readonly isPending: boolean;
		readonly error: unknown;
		mutate(input: undefined, options: { readonly onSuccess: () => void }): void;
	};
	readonly opened: boolean;
	readonly onClose: () => void;
}

/** Explains, before a key is revoked, what happens to its calls, credits and ledger. */
export function RevokeDialog({ apiKey, revoke, opened, onClose }: RevokeDialogProps) {
	return (
		<ConfirmDialog
			action="Revoke for good"
			act={revoke}
			done="Key revoked."
			onClose={onClose}
			onDone={onClose}
			opened={opened}
			title="Revoke this key for good?"
			typed={apiKey.client_name}
		>
			Every call with <bdi>{apiKey.client_name}</bdi> will be refused from now on. This cannot be undone
			{apiKey.credit_balance > 0
				? `, and the ${creditsInWords(apiKey.credit_balance)} on it can no longer be spent`
				: null}
			. The ledger and the history are kept.
		</ConfirmDialog>
	);
}
