import { type ReactNode, useEffect, useRef } from "react";
import classes from "./StepFocus.module.css";

/**
 * A step of a dialog that replaces another one. It takes the focus as a whole, so that a screen reader reads it and a double Enter
 * does not press anything.
 */
export function StepFocus({ children }: { readonly children: ReactNode }) {
	const step = useRef<HTMLDivElement>(null);
	useEffect(() => step.current?.focus({ preventScroll: true }), []);
	return (
		<div className={classes.step} ref={step} tabIndex={-1}>
			{children}
		</div>
	);
}
