import { useSession } from "../../api/session.ts";
import { PageHead } from "../../parts/PageHead.tsx";
import classes from "./AccountPage.module.css";
import { EmailSection } from "./EmailSection.tsx";
import { MailSection } from "./MailSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { SessionsSection } from "./SessionsSection.tsx";
import { TotpSection } from "./TotpSection.tsx";

/** Address, mail, password, two-factor sign-in and sessions of the signed-in account. */
export function AccountPage() {
	const { data } = useSession();
	const account = data?.account;
	if (!account) return null;
	return (
		<>
			<PageHead description={<bdi>{account.email}</bdi>} name="Account" />
			<div className={classes.sections}>
				<EmailSection account={account} />
				<MailSection />
				<PasswordSection email={account.email} />
				<TotpSection account={account} />
				<div className={classes.wide}>
					<SessionsSection />
				</div>
			</div>
		</>
	);
}
