import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { asFailure } from "../api/failure.ts";

const closeButtonProps = { "aria-label": "Close this message" };

let lastSuccess: string | undefined;

/** Takes the place of the previous one: whoever decides one thing after another would have them in the way. */
export function notifySuccess(message: string): void {
	const icon = <IconCheck size={18} />;
	if (lastSuccess !== undefined) notifications.hide(lastSuccess);
	lastSuccess = notifications.show({ message, color: "green", icon, autoClose: 5000, closeButtonProps });
}

/** What follows a change that succeeded: a message, then perhaps something else. */
export function done<Answer>(
	message: string | ((answer: Answer) => string),
	then?: (answer: Answer) => void,
) {
	const onSuccess = (answer: Answer) => {
		notifySuccess(typeof message === "string" ? message : message(answer));
		then?.(answer);
	};
	return { onSuccess };
}

/** The same where a failure has no form or list of its own to appear in. */
export function told<Answer>(message: string, then?: (answer: Answer) => void) {
	return { ...done(message, then), onError: notifyFailure };
}

/** For failures without a form or list of their own to appear in. They stay until dismissed. */
export function notifyFailure(error: unknown): void {
	const failure = asFailure(error);
	notifications.show({
		title: failure.message,
		message: failure.requestId ? `Request id ${failure.requestId}` : null,
		color: "red",
		icon: <IconAlertTriangle size={18} />,
		autoClose: false,
		closeButtonProps,
	});
}
