import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { nameProblem } from "../format/names.ts";
import { DialogButtons } from "./DialogForm.tsx";
import { Form, type Sending } from "./Form.tsx";

interface KeyNameFormProps {
	readonly name?: string;
	readonly description?: string;
	readonly act: Sending;
	/** The label of the button. */
	readonly action: string;
	readonly onSubmit: (name: string) => void;
	readonly onCancel: () => void;
}

export function KeyNameForm({ action, description, act, ...props }: KeyNameFormProps) {
	const form = useForm({
		initialValues: { name: props.name ?? "" },
		validate: { name: nameProblem },
	});
	return (
		<Form error={act.error} form={form} onSubmit={({ name }) => props.onSubmit(name.trim())}>
			<TextInput
				data-autofocus
				description={description}
				label="Name"
				maxLength={200}
				{...form.getInputProps("name")}
			/>
			<DialogButtons action={action} act={act} onCancel={props.onCancel} />
		</Form>
	);
}
