import { NativeSelect } from "@mantine/core";
import type { TryKey } from "./use-try-key.ts";

/** Selects the key for “Try it”, if there is a choice. */
export function TryKeySelect({ tryKey }: { readonly tryKey: TryKey }) {
	const { keys, chosen, choose } = tryKey;
	if (keys.length < 2) return null;
	return (
		<NativeSelect
			data={keys.map(({ client_id, client_name }) => ({ value: client_id, label: client_name }))}
			label="Try it with"
			onChange={(event) => choose(event.currentTarget.value)}
			size="sm"
			value={chosen?.client_id}
		/>
	);
}
