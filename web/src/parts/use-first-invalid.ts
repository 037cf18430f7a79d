import { type RefObject, useEffect, useState } from "react";

/** The fields of a form marked as invalid, in page order. */
export function invalidIn(form: HTMLFormElement | null): HTMLInputElement[] {
	return [...(form?.querySelectorAll<HTMLInputElement>('[aria-invalid="true"]') ?? [])];
}

/**
 * Focuses the first invalid field of a form.
 * @returns a function to call when the form was refused: once its fields are marked, the first of them gets the focus; and the number of refusals.
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
