import { Badge, Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { type Label, useRoute } from "../../../api/routes.ts";
import { fieldName, fieldText } from "../../../format/metadata-words.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { type LabelAnswer, type LabelAnswers, textsOf, typedValue } from "./label-answers.ts";
import classes from "./Review.module.css";

type ReadValue = Label["values"][number];

interface LabelFactsProps {
	readonly proposalId: string;
	/** The keys of the suggested fields. */
	readonly suggested: ReadonlySet<string>;
	readonly answers: LabelAnswers;
	/** The value on which keys act. */
	readonly current: string | undefined;
	/** Absent once it is decided. */
	readonly onAnswer: ((key: string, answer: LabelAnswer | undefined) => void) | undefined;
	readonly onOpen: (key: string) => void;
}

/** What was read from a label: each value beside its piece of the picture, the least certain first; and what the catalogue says differently. */
export function LabelFacts({ proposalId, suggested, ...rest }: LabelFactsProps) {
	const reading = useRoute("GET /admin/review/{proposal_id}/label", { path: { proposal_id: proposalId } });
	if (reading.isPending) return <WaitingRows />;
	if (!reading.data) return <FailureNotice error={reading.error} onRetry={() => reading.refetch()} />;
	const { values, kosher } = reading.data;
	const shown = inOrder(values, suggested);
	const different = values.filter(({ key, agrees }) => agrees === false && !suggested.has(key));
	return (
		<>
			<section aria-label="Read from the label" className={classes.facts}>
				<h3>Read from the label</h3>
				<ul className={classes.readings}>
					{shown.map((value) => (
						<LabelValue answer={rest.answers[value.key]} key={value.key} value={value} {...rest} />
					))}
				</ul>
			</section>
			{different.length > 0 ? (
				<section aria-label="Differs from the catalogue" className={classes.facts}>
					<h3>Differs from the catalogue</h3>
					<p className={classes.quiet}>
						The catalogue stays as it is. Edit the product if the label is right.
					</p>
					<ul className={classes.readings}>
						{different.map((value) => (
							<li className={classes.reading} key={value.key}>
								<Cutting value={value} />
								<p>
									{fieldName(value.key)}: <bdi dir="auto">{fieldText(value.value)}</bdi>{" "}
									<span className={classes.quiet}>
										(today <bdi dir="auto">{fieldText(value.today)}</bdi>)
									</span>
								</p>
							</li>
						))}
					</ul>
				</section>
			) : null}
			{kosher.length > 0 ? (
				<section aria-label="Kosher" className={classes.facts}>
					<h3>The label says of kosher</h3>
					<p className={classes.quiet}>
						Symbols are not read: please look at the picture, and edit the product.
					</p>
					{kosher.map((words) => (
						<p key={words}>
							<bdi dir="auto">{words}</bdi>
						</p>
					))}
				</section>
			) : null}
		</>
	);
}

/** What may be wrong comes first. */
export function inOrder(values: readonly ReadValue[], suggested: ReadonlySet<string>): ReadValue[] {
	return values
		.filter(({ key }) => suggested.has(key))
		.toSorted((one, other) => Number(one.is_certain) - Number(other.is_certain));
}

function Cutting({ value: { key, cutting } }: { readonly value: ReadValue }) {
	return (
		<img
			alt={`${fieldName(key)} on the label`}
			className={classes.cutting}
			src={`data:image/webp;base64,${cutting}`}
		/>
	);
}

interface LabelValueProps extends Pick<LabelFactsProps, "current" | "onAnswer" | "onOpen"> {
	readonly value: ReadValue;
	readonly answer: LabelAnswer | undefined;
}

function LabelValue({ value, answer, current, onAnswer, onOpen }: LabelValueProps) {
	const { key } = value;
	const [isTyping, setTyping] = useState(false);
	const [before, setBefore] = useState<LabelAnswer>();
	const isWrong = answer !== undefined && "isRight" in answer;
	const now = answer && "corrected" in answer ? answer.corrected : value.value;
	return (
		<li className={classes.reading} data-current={key === current} data-value={key}>
			<Cutting value={value} />
			<div>
				<span className={classes.scope}>{fieldName(key)}</span>{" "}
				<bdi className={classes.value} data-wrong={isWrong} dir="auto">
					{fieldText(now)}
				</bdi>{" "}
				{value.is_certain || answer ? null : (
					<Badge color="marigold" variant="light">
						Please check
					</Badge>
				)}
				{isTyping && onAnswer ? (
					<Correction
						onDone={() => setTyping(false)}
						onLeave={() => {
							setTyping(false);
							onAnswer(key, before);
						}}
						onType={(corrected) => onAnswer(key, { corrected })}
						value={now}
					/>
				) : null}
			</div>
			{onAnswer ? (
				<span className={classes.answers}>
					<Button
						aria-pressed={isWrong}
						color="red"
						onClick={() => {
							onOpen(key);
							onAnswer(key, isWrong ? undefined : { isRight: false });
						}}
						size="compact-sm"
						variant={isWrong ? "filled" : "default"}
					>
						No<span className="unseen">: {fieldName(key)} is wrong</span>
					</Button>
					<Button
						data-correct={key}
						onClick={() => {
							onOpen(key);
							setBefore(answer);
							setTyping(true);
						}}
						size="compact-sm"
						variant="default"
					>
						Correct<span className="unseen"> {fieldName(key)}</span>
					</Button>
				</span>
			) : null}
		</li>
	);
}

const PART_NAMES: ReadonlyMap<string, string> = new Map(
	Object.entries({
		amount: "Amount",
		dv: "Daily value",
		list: "Names, separated by commas",
		text: "Value",
	}),
);

interface CorrectionProps {
	readonly value: unknown;
	readonly onType: (value: unknown) => void;
	readonly onDone: () => void;
	readonly onLeave: () => void;
}

/** What is typed counts at once, so that approving right after it approves that. Enter closes it, Escape takes it back. */
function Correction({ value, onType, onDone, onLeave }: CorrectionProps) {
	const [texts, setTexts] = useState(() => textsOf(value));
	return (
		<form
			className={classes.correction}
			onSubmit={(event) => {
				event.preventDefault();
				onDone();
			}}
		>
			{Object.entries(texts).map(([name, text], place) => (
				<TextInput
					aria-label={PART_NAMES.get(name) ?? name}
					autoFocus={place === 0}
					key={name}
					onChange={({ currentTarget }) => {
						const typed = { ...texts, [name]: currentTarget.value };
						setTexts(typed);
						onType(typedValue(typed));
					}}
					onKeyDown={(event) => event.key === "Escape" && onLeave()}
					value={text}
				/>
			))}
			<Button size="compact-sm" type="submit">
				Take
			</Button>
		</form>
	);
}
