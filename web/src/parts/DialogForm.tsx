import { Button, Group, Modal, TextInput, type TextInputProps } from "@mantine/core";
import type { ComponentProps } from "react";
import { Form, type Sending } from "./Form.tsx";
import { useFocusBack } from "./use-focus-back.ts";

interface DialogButtonsProps {
	readonly onCancel: () => void;
	/** The label of the submit button. */
	readonly action: string;
	readonly act: Pick<Sending, "isPending">;
	readonly color?: string;
	readonly disabled?: boolean;
}

export function DialogButtons(props: DialogButtonsProps) {
	const { onCancel, action, act, color = "petrol", disabled = false } = props;
	return (
		<Group gap="sm" justify="flex-end">
			<Button onClick={onCancel} variant="default">
				Cancel
			</Button>
			<Button color={color} disabled={disabled} loading={act.isPending} type="submit">
				{action}
			</Button>
		</Group>
	);
}

type DialogFormProps<Values> = Omit<ComponentProps<typeof Form<Values>>, "error" | "className"> &
	Omit<DialogButtonsProps, "onCancel" | "act" | "disabled"> & {
		readonly act: Sending;
		readonly title: string;
		/** Left out by dialogs that are there only while they are open. */
		readonly opened?: boolean;
		readonly size?: string;
		readonly onClose: () => void;
	};

export function DialogForm<Values>(props: DialogFormProps<Values>) {
	const { title, opened = true, size = "md", onClose, act, action, color, children, ...form } = props;
	useFocusBack(props.opened === undefined);
	return (
		<Modal onClose={onClose} opened={opened} size={size} title={title}>
			<Form error={act.error} {...form}>
				{children}
				<DialogButtons
					action={action}
					act={act}
					onCancel={onClose}
					{...(color === undefined ? {} : { color })}
				/>
			</Form>
		</Modal>
	);
}

/** A field for credits. It does not alter what was typed; `amountProblem` says what is wrong with it. */
export function AmountInput(props: TextInputProps) {
	return (
		<TextInput
			autoComplete="off"
			inputMode="decimal"
			rightSectionWidth={70}
			rightSection="credits"
			{...props}
		/>
	);
}
