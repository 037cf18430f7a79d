import { Button } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { Surface } from "../../parts/Surface.tsx";

/** The start for an account without keys. The dialog belongs to the page, because it shows the secret after this has disappeared. */
export function NoKeyYet({ onCreate }: { readonly onCreate: () => void }) {
	return (
		<Surface>
			<EmptyState
				action={
					<Button leftSection={<IconPlus size={18} />} onClick={onCreate}>
						Create key
					</Button>
				}
				icon={<IconKey size={30} stroke={1.5} />}
				title="No key yet"
			>
				A key holds your credits: you use it to pay for orders, and your programs use it to call the API.
				Create one, then ask for credits.
			</EmptyState>
		</Surface>
	);
}
