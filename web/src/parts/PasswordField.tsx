import { PasswordInput, type PasswordInputProps } from "@mantine/core";

const TOGGLE = { "aria-label": "Show or hide the password", tabIndex: 0 };

export function PasswordField(props: PasswordInputProps) {
	return (
		<PasswordInput
			aria-invalid={props.error ? true : undefined}
			visibilityToggleButtonProps={TOGGLE}
			{...props}
		/>
	);
}
