import { LogoMark } from "./Logo.tsx";
import classes from "./Splash.module.css";

/** Shown until it is known who is signed in and which page is requested. */
export function Splash() {
	return (
		<main className={classes.splash}>
			<div className={classes.mark} role="status">
				<LogoMark size={56} />
				<span className="unseen">Loading</span>
			</div>
		</main>
	);
}
