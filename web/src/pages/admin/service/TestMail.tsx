import { Button } from "@mantine/core";
import { useAction } from "../../../api/routes.ts";
import { notifyFailure, notifySuccess } from "../../../parts/toast.tsx";

/** Sends oneself a mail. */
export function TestMail() {
	const test = useAction("POST /admin/test-mail");
	return (
		<Button
			loading={test.isPending}
			onClick={() =>
				test.mutate(undefined, {
					onSuccess: ({ is_accepted, reason }) =>
						is_accepted
							? notifySuccess("The mail server accepted it. See that it arrives.")
							: notifyFailure(new Error(`The mail server did not accept it (${reason}).`)),
					onError: notifyFailure,
				})
			}
			size="compact-sm"
			variant="default"
		>
			Send me a test
		</Button>
	);
}
