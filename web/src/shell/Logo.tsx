import classes from "./Logo.module.css";

/** Four crop marks around a barcode: a product, framed to be photographed. */
export function LogoMark({ size = 30 }: { readonly size?: number }) {
	return (
		<svg aria-hidden="true" focusable="false" height={size} viewBox="0 0 32 32" width={size}>
			<rect className={classes.ground} height="32" rx="7" width="32" />
			<path
				className={classes.frame}
				d="M6.5 11V8.5a2 2 0 0 1 2-2H11M21 6.5h2.5a2 2 0 0 1 2 2V11M25.5 21v2.5a2 2 0 0 1-2 2H21M11 25.5H8.5a2 2 0 0 1-2-2V21"
			/>
			<path
				className={classes.bars}
				d="M10 10.5h2.2v11H10zM13.700 10.5h1.1v11h-1.1zM16.300 10.5h3v11h-3zM20.800 10.5H22v11h-1.200z"
			/>
		</svg>
	);
}

export function Wordmark() {
	return (
		<span className={classes.wordmark}>
			<LogoMark />
			<span className={classes.name}>Packshot</span>
		</span>
	);
}
