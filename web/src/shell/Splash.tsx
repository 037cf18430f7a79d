import { LogoMark } from "./Logo.tsx";
import classes from "./Splash.module.css";

/** The moment before anything is known: who is signed in, and which page was asked for. */
export function Splash() {
	return (
		<main className={classes.splash}>
			<div className={classes.mark} role="status">
				<LogoMark size={56} />
				<span className={classes.unseen}>Loading</span>
			</div>
		</main>
	);
}
