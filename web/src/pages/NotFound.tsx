import { Button } from "@mantine/core";
import { IconMapOff } from "@tabler/icons-react";
import { Link } from "react-router";
import { EmptyState } from "../parts/Listing.tsx";
import { PageHead, Surface } from "../parts/Page.tsx";

/** For a path that does not exist, or belongs to another account. */
export function NotFound() {
	return (
		<>
			<PageHead name="There is no such page" />
			<Surface>
				<EmptyState
					action={
						<Button component={Link} to="/">
							Go to Home
						</Button>
					}
					icon={IconMapOff}
					title="There is nothing at this address"
				>
					The link may be old, or belong to another account.
				</EmptyState>
			</Surface>
		</>
	);
}
