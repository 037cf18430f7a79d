import { Button, Group } from "@mantine/core";

interface DialogButtonsProps {
	readonly onCancel: () => void;
	/** The label of the submit button. */
	readonly action: string;
	readonly isBusy: boolean;
	readonly color?: string;
}

/** The buttons at the end of a form in a dialog. */
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
