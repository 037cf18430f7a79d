import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "react-router";
import { useAction } from "../../../api/use-route.ts";
import { nameProblem } from "../../../format/names.ts";
import { DialogForm } from "../../../parts/DialogForm.tsx";
import { optionalEmailProblem } from "../../sign-in/email-problem.ts";
import { ClientSecret } from "./ClientSecret.tsx";

/** Creates a client, with or without an account; its key is shown once. */
export function NewClientDialog({ onClose }: { readonly onClose: () => void }) {
	const create = useAction("POST /admin/clients");
	const navigate = useNavigate();
	const form = useForm({
		mode: "controlled",
		initialValues: { name: "", owner: "" },
		validate: { name: nameProblem, owner: optionalEmailProblem },
	});
	const made = create.data;
	if (made) {
		return (
			<ClientSecret
				onDone={() => navigate(`/admin/clients/${made.client_id}`)}
				secret={made}
				title="The new key"
			/>
		);
	}
	return (
		<DialogForm
			onClose={onClose}
			title="New key"
			action="Create"
			act={create}
			form={form}
			onSubmit={({ name, owner }) =>
				create.mutate({
					body: { client_name: name.trim(), ...(owner.trim() === "" ? {} : { owner_email: owner.trim() }) },
				})
			}
		>
			<TextInput data-autofocus dir="auto" label="Name" maxLength={200} {...form.getInputProps("name")} />
			<TextInput
				description="Leave empty for none. The account will see this key among its own."
				label="E-mail address of the owner"
				type="email"
				{...form.getInputProps("owner")}
			/>
		</DialogForm>
	);
}
