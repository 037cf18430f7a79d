import { Modal, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { useNavigate } from "react-router";
import type { CurrentSession } from "../api/routes.ts";
import { useFocusBack } from "../parts/use-focus-back.ts";
import classes from "./Palette.module.css";
import { type Found, type FoundGroup, useFound } from "./use-found.ts";

/** Long enough that a word typed without a pause results in one search. */
const TYPING_MS = 120;

interface PaletteProps {
	readonly session: CurrentSession;
	readonly onClose: () => void;
}

/** Finds pages and things by what is typed: a field with a list below it, of which one line is chosen by arrows and opened by Enter. */
export function Palette({ session, onClose }: PaletteProps) {
	useFocusBack(true);
	const [text, setText] = useState("");
	const [chosen, choose] = useState<string>();
	/** Enter was pressed before it was known what would be found. */
	const [isEntered, setEntered] = useState(false);
	const typed = text.trim();
	const [asked] = useDebouncedValue(typed, TYPING_MS);
	const groups = useFound(session, asked);
	const navigate = useNavigate();
	const all = groups.flatMap(({ found }) => found);
	const at = Math.max(
		0,
		all.findIndex(({ to }) => to === chosen),
	);
	const current = all[at];
	const isSettled = asked === typed && !groups.some(({ isWaiting }) => isWaiting);
	const open = ({ to, isDocument = false }: Found) => {
		onClose();
		if (isDocument) location.assign(to);
		else void navigate(to);
	};
	// biome-ignore lint/correctness/useExhaustiveDependencies: only once the results are there
	useEffect(() => {
		if (isEntered && isSettled && current) open(current);
		if (isSettled) setEntered(false);
	}, [isEntered, isSettled]);
	const press = (event: KeyboardEvent) => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (event.nativeEvent.isComposing || (step === undefined && event.key !== "Enter")) return;
		event.preventDefault();
		if (step === undefined) setEntered(true);
		else choose(all.at((at + step) % all.length)?.to);
	};
	return (
		<Modal centered={false} onClose={onClose} opened size={560} title="Search">
			<Field
				current={current?.to}
				onKeyDown={press}
				onType={(next) => {
					setText(next);
					choose(undefined);
					setEntered(false);
				}}
				text={text}
			/>
			<Results current={current} groups={groups} isSettled={isSettled} onOpen={open} />
		</Modal>
	);
}

const LIST = "search-results";
const idOf = (to: string) => `${LIST}-${to}`;

interface FieldProps {
	readonly text: string;
	readonly current: string | undefined;
	readonly onType: (text: string) => void;
	readonly onKeyDown: (event: KeyboardEvent) => void;
}

function Field({ text, current, onType, onKeyDown }: FieldProps) {
	return (
		<TextInput
			aria-activedescendant={current === undefined ? undefined : idOf(current)}
			aria-autocomplete="list"
			aria-controls={LIST}
			aria-expanded
			aria-label="Search pages, products and more"
			autoComplete="off"
			className={classes.field}
			data-autofocus
			leftSection={<IconSearch aria-hidden="true" size={18} />}
			maxLength={100}
			onChange={({ currentTarget }) => onType(currentTarget.value)}
			onKeyDown={onKeyDown}
			placeholder="A page, product, order, key…"
			role="combobox"
			size="md"
			spellCheck={false}
			value={text}
		/>
	);
}

interface ResultsProps {
	readonly groups: readonly FoundGroup[];
	readonly current: Found | undefined;
	readonly isSettled: boolean;
	readonly onOpen: (found: Found) => void;
}

function Results({ groups, current, isSettled, onOpen }: ResultsProps) {
	const count = groups.reduce((sum, { found }) => sum + found.length, 0);
	const failed = groups.filter(({ error }) => error).map(({ name }) => name);
	return (
		<>
			<div aria-label="Results" className={classes.list} id={LIST} role="listbox">
				{groups.map((group) => (
					<Kind current={current} group={group} key={group.name} onOpen={onOpen} />
				))}
			</div>
			<p className={count === 0 ? "note" : "unseen"} role="status">
				{isSettled ? (count === 0 ? "Nothing found." : `${count} found.`) : ""}
			</p>
			{failed.length > 0 ? <p role="alert">Not searched, because that failed: {failed.join(", ")}.</p> : null}
		</>
	);
}

interface KindProps {
	readonly group: FoundGroup;
	readonly current: Found | undefined;
	readonly onOpen: (found: Found) => void;
}

function Kind({ group: { name, found }, current, onOpen }: KindProps) {
	const id = useId();
	if (found.length === 0) return null;
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list box
		<div aria-labelledby={id} role="group">
			<div className={classes.kind} id={id} role="presentation">
				{name}
			</div>
			{found.map((one) => (
				<Option isCurrent={one.to === current?.to} key={one.to} one={one} onOpen={onOpen} />
			))}
		</div>
	);
}

interface OptionProps {
	readonly one: Found;
	readonly isCurrent: boolean;
	readonly onOpen: (found: Found) => void;
}

/** The focus stays in the field, whose keys choose and open it. */
function Option({ one, isCurrent, onOpen }: OptionProps) {
	const { to, title, detail } = one;
	return (
		// biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
		// biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
		<div
			aria-selected={isCurrent}
			className={classes.option}
			id={idOf(to)}
			onClick={() => onOpen(one)}
			ref={isCurrent ? scrollTo : undefined}
			role="option"
		>
			<bdi>{title}</bdi>
			<bdi className={classes.detail}>{detail}</bdi>
		</div>
	);
}

function scrollTo(option: HTMLElement | null): void {
	option?.scrollIntoView({ block: "nearest" });
}
