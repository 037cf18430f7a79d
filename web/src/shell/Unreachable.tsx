import { Box } from "@mantine/core";
import { FailureNotice } from "../parts/FailureNotice.tsx";
import { Lobby } from "./Lobby.tsx";

/** Nothing can be shown before the first response of the service. */
export function Unreachable({
	error,
	onRetry,
}: {
	readonly error: unknown;
	readonly onRetry: () => unknown;
}) {
	return (
		<Lobby>
			<Box component="h1" my="0.67em">
				Packshot
			</Box>
			<FailureNotice error={error} onRetry={onRetry} title="The service cannot be reached" />
		</Lobby>
	);
}
