import { Button, Group } from "@mantine/core";

interface DialogButtonsProps {
	readonly onCancel: () => void;
	/** What the button that sends the form says. */
	readonly action: string;
	readonly isBusy: boolean;
	readonly color?: string;
}

/** The end of a form in a dialog. */
export function DialogButtons({ onCancel, action, isBusy, color = "petrol" }: DialogButtonsProps) {
	return (
		<Group gap="sm" justify="flex-end">
			<Button onClick={onCancel} variant="default">
				Cancel
			</Button>
			<Button color={color} loading={isBusy} type="submit">
				{action}
			</Button>
		</Group>
	);
}
