import { PasswordInput } from "@mantine/core";

interface CurrentPasswordProps {
	readonly value: string;
	readonly onChange: (password: string) => void;
}

/** Asks for the password of the signed-in account again, in a dialog. */
export function CurrentPassword({ value, onChange }: CurrentPasswordProps) {
	return (
		<PasswordInput
			autoComplete="current-password"
			data-autofocus
			label="Your password"
			onChange={(event) => onChange(event.currentTarget.value)}
			value={value}
			visibilityToggleButtonProps={{ "aria-label": "Show or hide the password", tabIndex: 0 }}
		/>
	);
}
