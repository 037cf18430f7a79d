import { type RefObject, useEffect, useState } from "react";

/** The fields of a form that are marked as wrong, in their order on the page. */
export function invalidIn(form: HTMLFormElement | null): HTMLInputElement[] {
	return [...(form?.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]') ?? [])];
}

/**
 * Leads to what is wrong in a form.
 * @returns what to call when the form was refused: once its fields are marked, the first of them gets the focus; and how often it was.
 */
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
