import type { ComponentProps } from "react";
import { FailureNotice } from "./FailureNotice.tsx";
import { PageHead } from "./PageHead.tsx";

type FailedPageProps = Pick<ComponentProps<typeof PageHead>, "name" | "back" | "actions"> & {
	readonly error: unknown;
	readonly onRetry: () => unknown;
	/** What failed. */
	readonly title?: string;
};

/** A page whose content could not be fetched: its heading and the error. */
export function FailedPage({ error, onRetry, title, ...head }: FailedPageProps) {
	return (
		<>
			<PageHead {...head} />
			<FailureNotice error={error} onRetry={onRetry} {...(title === undefined ? {} : { title })} />
		</>
	);
}
