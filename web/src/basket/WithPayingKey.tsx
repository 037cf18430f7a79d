import { Button } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Key } from "../api/routes.ts";
import { FailureNotice } from "../parts/FailureNotice.tsx";
import { EmptyState } from "../parts/Listing.tsx";
import { PageHead, Surface } from "../parts/Page.tsx";
import { WaitingPage } from "../parts/Waiting.tsx";
import { PayingKeySelect } from "./PayingKeySelect.tsx";
import { usePayingKey } from "./paying-key.ts";

interface WithPayingKeyProps {
	/** Shown above, whatever the key; may render the key selection itself. */
	readonly head?: ReactNode | ((keySelect: ReactNode) => ReactNode);
	/** Page title while its content cannot be shown; for pages that take their heading from the content. */
	readonly name?: string;
	readonly label?: string;
	/** @param keySelect selects another key, if there is one. */
	readonly children: (key: Key, keySelect: ReactNode) => ReactNode;
}

/** Renders content for the selected key, or what to do if there is none. */
export function WithPayingKey({ head, name, label = "Key", children }: WithPayingKeyProps) {
	const { key, keys, choose, isLoading, error, refetch } = usePayingKey();
	if (isLoading && !error) return <WaitingPage />;
	const select = key ? <PayingKeySelect keys={keys} label={label} onChoose={choose} payingKey={key} /> : null;
	const isShown = key && !error;
	return (
		<>
			{typeof head === "function" ? head(select) : head}
			{name !== undefined && !isShown ? <PageHead name={name} /> : null}
			{error ? <FailureNotice error={error} onRetry={refetch} title="Your keys could not be loaded" /> : null}
			{isShown ? children(key, select) : null}
			{key || error ? null : <NoActiveKey />}
		</>
	);
}

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
				icon={IconKey}
				title="You have no active key"
			>
				Orders are paid for with a key's credits, and the key decides which products you can see. Create a
				key, then ask for credits.
			</EmptyState>
		</Surface>
	);
}
