import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { FailureNotice } from "./FailureNotice.tsx";

interface KeyNameFormProps {
	readonly name?: string;
	readonly description?: string;
	readonly error: unknown;
	readonly isBusy: boolean;
	/** What the button says. */
	readonly action: string;
	/** Called with a name that is not blank. */
	readonly onSubmit: (name: string) => void;
	readonly onCancel: () => void;
}

/** Asks for the name of a key, in a dialog. */
export function KeyNameForm({ action, description, error, isBusy, ...props }: KeyNameFormProps) {
	const [name, setName] = useState(props.name ?? "");
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				if (name.trim() !== "") props.onSubmit(name.trim());
			}}
		>
			<Stack gap="md">
				{error ? <FailureNotice error={error} /> : null}
				<TextInput
					data-autofocus
					description={description}
					dir="auto"
					label="Name"
					maxLength={200}
					onChange={(event) => setName(event.currentTarget.value)}
					required
					value={name}
				/>
				<Group gap="sm" justify="flex-end">
					<Button onClick={props.onCancel} variant="default">
						Cancel
					</Button>
					<Button loading={isBusy} type="submit">
						{action}
					</Button>
				</Group>
			</Stack>
		</form>
	);
}
