import type { ReactNode } from "react";
import classes from "./WideAndNarrow.module.css";

/** Two things side by side, the first twice as wide; one below the other where there is little room. */
export function WideAndNarrow({ children }: { readonly children: ReactNode }) {
	return <div className={classes.wideAndNarrow}>{children}</div>;
}
