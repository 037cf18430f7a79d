import type { MantineSize } from "@mantine/core";
import { DayField } from "./DayField.tsx";

interface DayFieldsProps {
	/** `YYYY-MM-DD`, or empty. */
	readonly from: string;
	readonly to: string;
	/** Clearing a field gives an empty day. */
	readonly onChange: (name: "from" | "to", day: string) => void;
	readonly size?: MantineSize;
}

/** The first and the last day of a period, both inclusive. */
export function DayFields({ from, to, onChange, size = "sm" }: DayFieldsProps) {
	return (
		<>
			<DayField label="From" max={to} onChange={(day) => onChange("from", day)} size={size} value={from} />
			<DayField label="To" min={from} onChange={(day) => onChange("to", day)} size={size} value={to} />
		</>
	);
}
