import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { pageFailure } from "../api/failure.ts";
import { FailureNotice } from "../parts/FailureNotice.tsx";
import { PageHead } from "../parts/Page.tsx";
import classes from "./PageFailure.module.css";
import { useReloadOnceReached } from "./reload-once-reached.ts";

interface PageBoundaryProps {
	/** A new value resets the error and tries again. */
	readonly location: unknown;
	/** Whether the page is inside a frame, which remains when the page fails. */
	readonly isFramed?: boolean;
	readonly children: ReactNode;
}

interface Caught {
	readonly failure: { readonly error: unknown } | undefined;
	readonly location: unknown;
}

/** Shows the error instead of a page that could not be loaded or rendered. React requires a class here. */
export class PageBoundary extends Component<PageBoundaryProps, Caught> {
	override state: Caught = { failure: undefined, location: this.props.location };

	static getDerivedStateFromError(error: unknown): Pick<Caught, "failure"> {
		return { failure: { error } };
	}

	static getDerivedStateFromProps({ location }: PageBoundaryProps, caught: Caught): Caught {
		return location === caught.location ? caught : { failure: undefined, location };
	}

	override render(): ReactNode {
		const { failure } = this.state;
		return failure ? (
			<PageFailure error={failure.error} isFramed={this.props.isFramed ?? false} />
		) : (
			this.props.children
		);
	}
}

interface PageFailureProps {
	readonly error: unknown;
	/** Whether it is inside a frame that has the page's `main`. */
	readonly isFramed: boolean;
}

/** A page that could not be loaded or rendered: after an update of the service the old pages' files are gone, and reloading fetches the new. */
function PageFailure({ error, isFramed }: PageFailureProps) {
	const Frame = isFramed ? "div" : "main";
	const isNotLoaded = isLoadFailure(error);
	const isReloading = useReloadOnceReached(isNotLoaded);
	const failure = isNotLoaded ? pageFailure(isReloading ? RELOADING : NOT_LOADED) : error;
	return (
		<Frame className={classes.page}>
			<PageHead name="This page could not be shown" />
			<FailureNotice error={failure} title="Details" />
			<Button onClick={() => location.reload()} variant="default">
				Reload the page
			</Button>
		</Frame>
	);
}

const RELOADING =
	"Part of it did not load. It is loaded again once the service can be reached and no upload is running.";
const NOT_LOADED =
	"Part of it did not load. Check your connection, then reload. If the service was just updated, that gets you the new version.";

/** Whether this is a browser's or the bundler's error for a file that could not be fetched. */
function isLoadFailure(error: unknown): boolean {
	return /preload CSS|dynamically imported module|importing a module script/i.test(String(error));
}
