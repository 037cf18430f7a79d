import { useNavigate } from "react-router";
import { useIdempotencyKey } from "../../../api/idempotency-key.ts";
import { useAction } from "../../../api/routes.ts";
import { PageHead } from "../../../parts/Page.tsx";
import { done } from "../../../parts/toast.tsx";
import { AlertForm } from "./AlertForm.tsx";
import { NEW_ALERT } from "./alert-fields.ts";

/** The page on which an administrator writes an alert. */
export function NewAlert() {
	const navigate = useNavigate();
	const key = useIdempotencyKey();
	const publish = useAction("POST /admin/alerts");
	return (
		<>
			<PageHead
				back={{ to: "/admin/alerts", name: "Kosher alerts" }}
				description="Customers see it within seconds. It can be changed and ended, but never deleted."
				name="Write an alert"
			/>
			<AlertForm
				act={publish}
				action="Publish"
				initial={NEW_ALERT}
				isDecided={false}
				onSend={(given) =>
					publish.mutate(
						{ body: { ...given, idempotency_key: key.current() } },
						done("The alert is being published.", ({ alert_id }) => navigate(`/admin/alerts/${alert_id}`)),
					)
				}
			/>
		</>
	);
}
