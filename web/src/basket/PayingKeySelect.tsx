import { Select } from "@mantine/core";
import type { Key } from "../api/routes.ts";
import { creditsInWords } from "../format/credits.ts";
import { isolated } from "../format/isolated.ts";

interface PayingKeySelectProps {
	readonly payingKey: Key;
	readonly keys: readonly Key[];
	readonly onChoose: (clientId: string) => void;
}

/** Maximum length of a name in the field, which is narrow on a phone; the list shows it in full. */
const NAME_LETTERS = 20;

/** Selects who pays: the account or a key. Renders nothing if there is no choice. */
export function PayingKeySelect({ payingKey, keys, onChoose }: PayingKeySelectProps) {
	if (keys.length < 2) return null;
	const labels = new Map(keys.map((key) => [key.client_id, labelOf(key, key.client_name)]));
	return (
		<Select
			allowDeselect={false}
			comboboxProps={{ withinPortal: true }}
			data={keys.map((key) => ({ value: key.client_id, label: labelOf(key, shortened(key.client_name)) }))}
			label="Pay from"
			// Room for a name and a balance, even where the field would shrink to the width of its label.
			miw="min(18rem, 75vw)"
			onChange={(clientId) => clientId && onChoose(clientId)}
			renderOption={({ option }) => labels.get(option.value)}
			value={payingKey.client_id}
		/>
	);
}

function labelOf({ credit_balance }: Key, name: string): string {
	return `${isolated(name)} · ${creditsInWords(credit_balance)}`;
}

function shortened(name: string): string {
	const letters = [...name];
	return letters.length <= NAME_LETTERS
		? name
		: `${letters
				.slice(0, NAME_LETTERS - 1)
				.join("")
				.trimEnd()}…`;
}
