import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "react-router";
import { useAction } from "../../api/routes.ts";
import { nameProblem } from "../../format/names.ts";
import { DialogForm } from "../../parts/DialogForm.tsx";
import { optionalEmailProblem } from "../sign-in/email-problem.ts";
import { SecretDialog } from "./SecretDialog.tsx";

interface NewKeyDialogProps {
	/** Whether it is for the account; otherwise an administrator says for whom it is, if for anybody. */
	readonly isOwn: boolean;
	readonly onClose: () => void;
}

/** Asks for a name, then shows the new key once. */
export function NewKeyDialog({ isOwn, onClose }: NewKeyDialogProps) {
	const create = useAction("POST /keys");
	const navigate = useNavigate();
	const form = useForm({
		initialValues: { name: "", owner: "" },
		validate: { name: nameProblem, owner: optionalEmailProblem },
	});
	const created = create.data;
	if (created) {
		return (
			<SecretDialog
				isOwn={isOwn}
				onDone={() => void navigate(`/keys/${created.client_id}`)}
				secret={created}
				title={isOwn ? "Your new key" : "The new key"}
			/>
		);
	}
	return (
		<DialogForm
			onClose={onClose}
			title="Create a key"
			action="Create key"
			act={create}
			form={form}
			onSubmit={({ name, owner }) =>
				create.mutate({
					body: {
						client_name: name.trim(),
						...(isOwn ? {} : { owner_email: owner.trim() === "" ? null : owner.trim() }),
					},
				})
			}
		>
			<TextInput
				data-autofocus
				description={
					isOwn
						? "For example, the shop or program that uses the key, which spends your account's credits. Only you and administrators can see the name."
						: null
				}
				label="Name"
				maxLength={200}
				{...form.getInputProps("name")}
			/>
			{isOwn ? null : (
				<TextInput
					description="Leave empty for none. The account will see this key among its own."
					label="E-mail address of the owner"
					type="email"
					{...form.getInputProps("owner")}
				/>
			)}
		</DialogForm>
	);
}
