import { Alert, Anchor, Stack } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { asFailure } from "../api/failure.ts";
import { FailureNotice } from "./FailureNotice.tsx";
import classes from "./Form.module.css";

/** What a form is sent by: the part of a change that it shows. */
export interface Sending {
	readonly isPending: boolean;
	readonly error: unknown;
}

/** The part of Mantine's `useForm` that is used here. */
interface FormState<Values> {
	readonly errors: object;
	onSubmit(take: (values: Values) => void, refuse: () => void): (event?: FormEvent<HTMLFormElement>) => void;
	setFieldError(name: keyof Values & string, problem: ReactNode): void;
}

interface FormProps<Values> {
	readonly form: FormState<Values>;
	/** Called with valid values. */
	readonly onSubmit: (values: Values) => void;
	/** The service's error, if any. */
	readonly error?: unknown;
	/** Which field each of the service's error codes is about. Any other error is shown above the fields. */
	readonly refusals?: Readonly<Record<string, keyof Values & string>>;
	readonly className?: string | undefined;
	/** For a button elsewhere that submits it. */
	readonly id?: string;
	readonly children: ReactNode;
}

/** Fields that are submitted together. Errors are shown under their fields, and the first such field gets the focus. */
export function Form<Values>({
	form,
	onSubmit,
	error,
	refusals = {},
	className,
	id,
	children,
}: FormProps<Values>) {
	const element = useRef<HTMLFormElement>(null);
	const { refuse, refusals: timesRefused } = useFirstInvalid(element);
	const failure = error ? asFailure(error) : undefined;
	const refused = failure && refusals[failure.code];
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for each response
	useEffect(() => {
		if (!failure || !refused) return;
		form.setFieldError(refused, failure.message);
		refuse();
	}, [error]);
	const invalid = useInvalidFields(element, timesRefused, form.errors);
	const submit = form.onSubmit(onSubmit, refuse);
	return (
		<form
			className={className}
			id={id}
			noValidate
			onSubmit={(event) => {
				// A field that cannot parse what was typed reports that itself: its value is still the previous one.
				if (event.currentTarget.querySelector("[data-unread]") === null) return submit(event);
				event.preventDefault();
				refuse();
			}}
			ref={element}
		>
			<Stack gap="md">
				{failure && !refused ? <FailureNotice error={failure} /> : null}
				{invalid.length > 1 ? <InvalidFields fields={invalid} /> : null}
				{children}
			</Stack>
		</form>
	);
}

/** The fields marked as invalid since the form was refused. */
function useInvalidFields(
	form: RefObject<HTMLFormElement | null>,
	refusals: number,
	errors: object,
): readonly HTMLInputElement[] {
	const [fields, setFields] = useState<readonly HTMLInputElement[]>([]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: what is marked changes with the errors
	useEffect(() => {
		if (refusals > 0) setFields(invalidIn(form.current));
	}, [refusals, errors]);
	return fields;
}

function InvalidFields({ fields }: { readonly fields: readonly HTMLInputElement[] }) {
	return (
		<Alert color="red" icon={<IconAlertTriangle />} title={`${fields.length} fields need attention`}>
			<ul className={classes.fields}>
				{fields.map((field) => (
					<li key={field.id}>
						<Anchor component="button" inherit onClick={() => field.focus()} type="button">
							{field.labels?.[0]?.textContent}
						</Anchor>
					</li>
				))}
			</ul>
		</Alert>
	);
}

/** The fields of a form marked as invalid, in page order. */
function invalidIn(form: HTMLFormElement | null): HTMLInputElement[] {
	return [...(form?.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]') ?? [])];
}

/** Focuses the first invalid field once a refused form has marked its fields. @returns what to call on a refusal, and the number of refusals. */
export function useFirstInvalid(form: RefObject<HTMLFormElement | null>): {
	readonly refuse: () => void;
	readonly refusals: number;
} {
	const [refusals, setRefusals] = useState(0);
	useEffect(() => {
		if (refusals > 0) invalidIn(form.current)[0]?.focus();
	}, [refusals, form]);
	return { refuse: () => setRefusals((count) => count + 1), refusals };
}
