import { Alert, Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useSession } from "../../../api/session.ts";
import type { AnyClient } from "../../../api/shapes.ts";
import { useAction } from "../../../api/use-route.ts";
import { Form } from "../../../parts/Form.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { notifySuccess } from "../../../parts/toast.tsx";
import classes from "./Client.module.css";
import { ClientFacts } from "./ClientFacts.tsx";
import { useShownClient } from "./ClientPage.tsx";
import { PolicyInputs } from "./PolicyInputs.tsx";
import { changeOf, fieldProblems, fieldsOf, type PolicyFields } from "./policy-form.ts";

/** Everything that an administrator decides about a client, with related facts. */
export function Policy() {
	const client = useShownClient();
	return (
		<div className={classes.columns}>
			<Surface
				description="Changes apply from the key's next call; on other nodes, within five seconds."
				title="Policy"
			>
				<PolicyForm client={client} key={client.client_id} />
			</Surface>
			<ClientFacts client={client} />
		</div>
	);
}

function PolicyForm({ client }: { readonly client: AnyClient }) {
	const change = useAction("PATCH /admin/clients/{client_id}", { path: { client_id: client.client_id } });
	const mayEdit = useSession().data?.account?.is_administrator ?? false;
	const form = useForm<PolicyFields>({
		mode: "controlled",
		initialValues: fieldsOf(client),
		validate: fieldProblems,
	});
	const save = (values: PolicyFields) =>
		change.mutate(
			{ body: changeOf(fieldsOf(client), values) },
			{
				onSuccess: ({ client: changed }) => {
					form.setInitialValues(fieldsOf(changed));
					form.reset();
					notifySuccess("Saved.");
				},
			},
		);
	return (
		<Form error={change.error} form={form} onSubmit={save}>
			{change.data && change.data.warnings.length > 0 ? <Warnings warnings={change.data.warnings} /> : null}
			<PolicyInputs client={client} form={form} isReadOnly={!mayEdit} />
			{mayEdit ? (
				<div>
					<Button disabled={!form.isDirty()} loading={change.isPending} type="submit">
						Save
					</Button>
				</div>
			) : null}
		</Form>
	);
}

/** Settings that were saved although they will probably not have the intended effect. */
function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
	return (
		<Alert
			color="marigold"
			icon={<IconAlertTriangle />}
			role="status"
			title="Saved, but please check"
			variant="light"
		>
			<ul className={classes.notes}>
				{warnings.map((warning) => (
					<li key={warning}>{warning}</li>
				))}
			</ul>
		</Alert>
	);
}
