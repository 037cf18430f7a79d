import { Alert, Button } from "@mantine/core";
import { useSearchParams } from "react-router";
import classes from "./SignIn.module.css";

interface SsoButtonProps {
	readonly name: string;
	/** Path of the page to show afterwards. */
	readonly to: string;
}

/** Leads to the provider: a page of somebody else, so a link and no call. */
export function SsoButton({ name, to }: SsoButtonProps) {
	return (
		<Button
			className={classes.sso}
			component="a"
			fullWidth
			href={`/portal/api/session/sso?return_to=${encodeURIComponent(to)}`}
			size="md"
			variant="default"
		>
			Sign in with {name}
		</Button>
	);
}

const FAILURES: Readonly<Record<string, string>> = {
	not_begun: "That took too long, or was begun in another window. Please try again.",
	refused: "You were not signed in there. Try again, or ask whoever looks after your accounts.",
	unavailable: "The sign-in service does not answer. Try again in a minute.",
	email_missing: "Your account there has no e-mail address that can be used here.",
	email_not_verified: "Verify your e-mail address there first, then sign in here again.",
	disabled: "Your account here is disabled. Ask an administrator.",
};

/** Why signing in with the provider failed, if it just did. */
export function SsoFailure() {
	const [parameters] = useSearchParams();
	const failed = parameters.get("sso");
	if (failed === null) return null;
	return (
		<Alert className={classes.failure} color="red" role="alert" title="You are not signed in" variant="light">
			{FAILURES[failed] ?? FAILURES.refused}
		</Alert>
	);
}
