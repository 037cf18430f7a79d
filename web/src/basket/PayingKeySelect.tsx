import { Select } from "@mantine/core";
import type { Key } from "../api/keys.ts";
import { creditsInWords } from "../format/credits.ts";

interface PayingKeySelectProps {
	readonly payingKey: Key;
	readonly keys: readonly Key[];
	readonly onChoose: (clientId: string) => void;
	readonly label?: string;
}

/** Which key pays; nothing where there is no choice. */
export function PayingKeySelect({ payingKey, keys, onChoose, label = "Paying key" }: PayingKeySelectProps) {
	if (keys.length < 2) return null;
	return (
		<Select
			allowDeselect={false}
			comboboxProps={{ withinPortal: true }}
			data={keys.map(({ client_id, client_name, credit_balance }) => ({
				value: client_id,
				// Isolated: a Hebrew name would turn the words after it around.
				label: `\u2068${client_name}\u2069 · ${creditsInWords(credit_balance)}`,
			}))}
			label={label}
			// Room for a name and a balance, also where the field would be as wide as its label.
			miw="min(16rem, 70vw)"
			onChange={(clientId) => clientId && onChoose(clientId)}
			value={payingKey.client_id}
		/>
	);
}
