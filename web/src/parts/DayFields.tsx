import { type MantineSize, TextInput } from "@mantine/core";

interface DayFieldsProps {
	/** `YYYY-MM-DD`, or empty. */
	readonly from: string;
	readonly to: string;
	/** An emptied field gives an empty day. */
	readonly onChange: (name: "from" | "to", day: string) => void;
	readonly size?: MantineSize;
}

/** The first and the last day of a time, both included. */
export function DayFields({ from, to, onChange, size = "sm" }: DayFieldsProps) {
	return (
		<>
			<TextInput
				label="From"
				max={to}
				onChange={(event) => onChange("from", event.currentTarget.value)}
				size={size}
				type="date"
				value={from}
			/>
			<TextInput
				label="To"
				min={from}
				onChange={(event) => onChange("to", event.currentTarget.value)}
				size={size}
				type="date"
				value={to}
			/>
		</>
	);
}
