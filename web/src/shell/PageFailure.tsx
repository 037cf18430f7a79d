import { Button } from "@mantine/core";
import { FailureNotice } from "../parts/FailureNotice.tsx";
import classes from "./PageFailure.module.css";

/**
 * A page that could not be loaded or rendered. After an update of the service the old pages' files are gone, and reloading fetches the
 * new ones.
 */
export function PageFailure({ error }: { readonly error: unknown }) {
	return (
		<main className={classes.page}>
			<h1>This page could not be shown</h1>
			<FailureNotice error={error} title="Details" />
			<Button onClick={() => location.reload()} variant="default">
				Reload the page
			</Button>
		</main>
	);
}
