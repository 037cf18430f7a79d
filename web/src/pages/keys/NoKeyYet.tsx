import { Button } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { Surface } from "../../parts/Surface.tsx";

/** Where somebody starts who has no key. The dialog is the page's: it shows the secret when this has gone. */
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
				A key holds your credits: orders are paid from it, and your programs call the API with it. Create one,
				then ask for credits.
			</EmptyState>
		</Surface>
	);
}
