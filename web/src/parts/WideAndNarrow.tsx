import type { ReactNode } from "react";
import classes from "./WideAndNarrow.module.css";

/** Two columns, the first twice as wide; stacked where there is little room. */
export function WideAndNarrow({ children }: { readonly children: ReactNode }) {
	return <div className={classes.wideAndNarrow}>{children}</div>;
}
