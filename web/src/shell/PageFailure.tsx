import { Button } from "@mantine/core";
import { pageFailure } from "../api/failure.ts";
import { FailureNotice } from "../parts/FailureNotice.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import classes from "./PageFailure.module.css";

interface PageFailureProps {
	readonly error: unknown;
	/** Whether it is inside a frame that has the page's `main`. */
	readonly isFramed: boolean;
}

/**
 * A page that could not be loaded or rendered. After an update of the service the old pages' files are gone, and reloading fetches the
 * new ones.
 */
export function PageFailure({ error, isFramed }: PageFailureProps) {
	const Frame = isFramed ? "div" : "main";
	return (
		<Frame className={classes.page}>
			<PageHead name="This page could not be shown" />
			<FailureNotice error={isLoadFailure(error) ? pageFailure(NOT_LOADED) : error} title="Details" />
			<Button onClick={() => location.reload()} variant="default">
				Reload the page
			</Button>
		</Frame>
	);
}

const NOT_LOADED =
	"Part of it did not load. Check your connection, then reload. If the service was just updated, that gets you the new version.";

/** Whether this is a browser's or the bundler's error for a file that could not be fetched. */
function isLoadFailure(error: unknown): boolean {
	return /preload CSS|dynamically imported module|importing a module script/i.test(String(error));
}
