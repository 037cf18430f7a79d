import { ActionIcon, type MantineSize, TextInput } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { formatDay } from "../format/dates.ts";
import { parseDay } from "../format/parse-day.ts";
import classes from "./DayField.module.css";

interface DayFieldProps {
	readonly label: string;
	/** `YYYY-MM-DD`, or empty. */
	readonly value?: string;
	/** Clearing the field gives an empty day; invalid text triggers no call. */
	readonly onChange?: (day: string) => void;
	readonly min?: string;
	readonly max?: string;
	readonly description?: ReactNode;
	readonly placeholder?: string;
	readonly size?: MantineSize;
	readonly disabled?: boolean;
	readonly error?: ReactNode;
}

/** A day, typed in any common form or chosen from the browser's calendar, and displayed as everywhere else: `12 Nov 2026`. */
export function DayField({ value = "", onChange, min, max, error, size = "sm", ...props }: DayFieldProps) {
	const [typed, setTyped] = useState<{ readonly text: string; readonly value: string }>();
	const [isLeft, setIsLeft] = useState(false);
	const isTyped = typed?.value === value;
	const text = isTyped ? typed.text : shown(value);
	const problem = dayProblem(text, min, max);
	const take = (entered: string) => {
		const day = dayProblem(entered, min, max) === null ? (parseDay(entered) ?? "") : value;
		setTyped({ text: entered, value: day });
		setIsLeft(false);
		if (day !== value) onChange?.(day);
	};
	const leave = () => {
		setIsLeft(true);
		if (problem === null) setTyped(undefined);
	};
	return (
		<TextInput
			{...props}
			autoComplete="off"
			data-unread={problem === null ? undefined : true}
			error={(isLeft ? problem : null) ?? error}
			onBlur={leave}
			onChange={(event) => take(event.currentTarget.value)}
			onKeyDown={(event) => event.key === "Enter" && leave()}
			rightSection={
				<Calendar
					disabled={props.disabled}
					max={max}
					min={min}
					onChoose={(day) => take(shown(day))}
					value={value}
				/>
			}
			size={size}
			spellCheck={false}
			value={text}
		/>
	);
}

interface CalendarProps {
	readonly value: string;
	readonly min: string | undefined;
	readonly max: string | undefined;
	readonly disabled: boolean | undefined;
	readonly onChoose: (day: string) => void;
}

/** The browser's own calendar, which is accessible by keyboard, touch and screen reader on every platform. */
function Calendar({ onChoose, ...input }: CalendarProps) {
	const native = useRef<HTMLInputElement>(null);
	return (
		<span className={classes.calendar}>
			<input
				{...input}
				aria-hidden="true"
				className={classes.native}
				onChange={(event) => onChoose(event.currentTarget.value)}
				ref={native}
				tabIndex={-1}
				type="date"
			/>
			<ActionIcon
				aria-label="Open the calendar"
				color="gray"
				disabled={input.disabled ?? false}
				onClick={() => native.current?.showPicker()}
				size="sm"
				variant="subtle"
			>
				<IconCalendar aria-hidden="true" size={16} stroke={1.7} />
			</ActionIcon>
		</span>
	);
}

function shown(day: string): string {
	return day === "" ? "" : formatDay(day);
}

/** What is wrong with a typed day; null if it is valid or empty. */
function dayProblem(text: string, min = "", max = ""): string | null {
	if (text.trim() === "") return null;
	const day = parseDay(text);
	if (day === undefined) return "Enter a day, such as 12 Nov 2026.";
	if (min !== "" && day < min) return `Enter ${formatDay(min)} or a later day.`;
	if (max !== "" && day > max) return `Enter ${formatDay(max)} or an earlier day.`;
	return null;
}

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
