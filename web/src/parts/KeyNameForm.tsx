import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { nameProblem } from "../format/names.ts";
import { DialogButtons } from "./DialogForm.tsx";
import { Form } from "./Form.tsx";

interface KeyNameFormProps {
	readonly name?: string;
	readonly description?: string;
	readonly error: unknown;
	readonly isBusy: boolean;
	/** The label of the button. */
	readonly action: string;
	readonly onSubmit: (name: string) => void;
	readonly onCancel: () => void;
}

export function KeyNameForm({ action, description, error, isBusy, ...props }: KeyNameFormProps) {
	const form = useForm({
		initialValues: { name: props.name ?? "" },
		validate: { name: nameProblem },
	});
	return (
		<Form error={error} form={form} onSubmit={({ name }) => props.onSubmit(name.trim())}>
			<TextInput
				data-autofocus
				description={description}
				dir="auto"
				label="Name"
				maxLength={200}
				{...form.getInputProps("name")}
			/>
			<DialogButtons action={action} isBusy={isBusy} onCancel={props.onCancel} />
		</Form>
	);
}
