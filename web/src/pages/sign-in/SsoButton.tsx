import { Alert, Button } from "@mantine/core";
import { useSearchParams } from "react-router";
import classes from "./SignIn.module.css";

interface SsoButtonProps {
	readonly name: string;
	/** Path of the page to show afterwards. */
	readonly to: string;
}

/** Links to the provider's sign-in: a navigation to another site, so a link rather than a call. */
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

const FAILURES: ReadonlyMap<string, string> = new Map(
	Object.entries({
		not_begun: "That took too long, or was started in another window. Please try again.",
		refused: "The sign-in did not go through. Try again, or ask the person who manages your accounts.",
		unavailable: "The sign-in service is not answering. Try again in a minute.",
		email_missing: "Your account there has no e-mail address that can be used here.",
		email_not_verified: "Verify your e-mail address there first, then sign in here again.",
		already_linked:
			"Somebody else has signed in to the account with your e-mail address. Ask an administrator to unlink it.",
		disabled: "Your account here is disabled. Ask an administrator.",
	}),
);

/** Why signing in with the provider failed, if it just did. */
export function SsoFailure() {
	const [parameters] = useSearchParams();
	const failed = parameters.get("sso");
	if (failed === null) return null;
	return (
		<Alert className={classes.failure} color="red" role="alert" title="You are not signed in" variant="light">
			{FAILURES.get(failed) ?? FAILURES.get("refused")}
		</Alert>
	);
}
