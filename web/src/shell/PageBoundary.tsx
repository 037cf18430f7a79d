import { Component, type ReactNode } from "react";
import { PageFailure } from "./PageFailure.tsx";

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
