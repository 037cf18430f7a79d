import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { Link } from "react-router";
import { EmptyState } from "../parts/EmptyState.tsx";
import { Surface } from "../parts/Surface.tsx";

/** Nothing can be bought without a key. */
export function NoActiveKey() {
	return (
		<Surface>
			<EmptyState
				action={
					<Button component={Link} to="/keys">
						My keys
					</Button>
				}
				icon={<IconKey size={30} stroke={1.5} />}
				title="You have no active key"
			>
				Orders are paid for with a key's credits, and the key decides which products you can see. Create a
				key, then ask for credits.
			</EmptyState>
		</Surface>
	);
}
