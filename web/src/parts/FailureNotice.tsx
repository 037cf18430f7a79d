import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { asFailure } from "../api/failure.ts";
import classes from "./FailureNotice.module.css";

interface FailureNoticeProps {
	/** Nothing is shown if there is none. */
	readonly error: unknown;
	readonly title?: string;
	readonly onRetry?: () => unknown;
}

/** The error in the service's own words, with the request id for finding it in the log. A 429 already says how long to wait. */
export function FailureNotice({ error, title, onRetry }: FailureNoticeProps) {
	if (!error) return null;
	const failure = asFailure(error);
	const isTooMany = failure.status === 429;
	return (
		<Alert
			color="red"
			icon={<IconAlertTriangle />}
			role="alert"
			title={title ?? (isTooMany ? "Please wait" : "Something went wrong")}
		>
			<p className={classes.words}>
				{failure.message}
				{failure.retryAfterSeconds && !isTooMany
					? ` Try again in ${failure.retryAfterSeconds} seconds.`
					: null}
			</p>
			{failure.requestId ? (
				<p className={classes.id}>
					Request id <code>{failure.requestId}</code>
				</p>
			) : null}
			{onRetry ? (
				<Button className={classes.retry} color="red" onClick={onRetry} size="xs" variant="outline">
					Try again
				</Button>
			) : null}
		</Alert>
	);
}
