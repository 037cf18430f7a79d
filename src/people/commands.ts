import { fromReserve } from "../platform/db/command.ts";
import { createAccount } from "./accounts/accounts.ts";
import { setDisabled, setKeysAllowed, setProposesAs } from "./accounts/administration-changes.ts";
import { beginAttempt, uncountAttempt } from "./accounts/attempts.ts";
import { setBilling } from "./accounts/billing.ts";
import { giveBuyer } from "./accounts/buyer.ts";
import { beginEmail, confirmEmail } from "./accounts/email-changes.ts";
import { changePassword, issueMailedReset, issueReset, resetPassword } from "./accounts/password-changes.ts";
import { setRoles } from "./accounts/role-changes.ts";
import { endSessions, openSession, touchSession, useFactor } from "./accounts/sessions.ts";
import { beginSignUp, completeSignUp } from "./accounts/sign-up-changes.ts";
import { confirmTotp, removeTotp, resealTotp, startTotp } from "./accounts/totp-changes.ts";
import {
	acceptInvitation,
	inviteMember,
	nameAccount,
	removeMember,
	setMemberRole,
	signUpInvited,
	switchAccount,
	withdrawInvitation,
} from "./members/changes.ts";
import { mailAlert } from "./notices/alert-notices.ts";
import { mailDigest } from "./notices/digests.ts";
import { chooseMail } from "./notices/mail-choice.ts";
import { changePortalSettings } from "./portal-settings.ts";
import { signInByIdentity, unlinkIdentities } from "./sso/changes.ts";

/** Every write of accounts. */
export const peopleCommands = [
	// Access can be taken away, and room made, on a full disk.
	...[
		beginAttempt,
		uncountAttempt,
		openSession,
		touchSession,
		useFactor,
		endSessions,
		signInByIdentity,
		setDisabled,
		removeMember,
	].map(fromReserve),
	createAccount,
	giveBuyer,
	beginSignUp,
	completeSignUp,
	changePassword,
	issueMailedReset,
	issueReset,
	resetPassword,
	startTotp,
	confirmTotp,
	removeTotp,
	resealTotp,
	setBilling,
	nameAccount,
	inviteMember,
	withdrawInvitation,
	acceptInvitation,
	signUpInvited,
	setMemberRole,
	switchAccount,
	setRoles,
	setKeysAllowed,
	setProposesAs,
	changePortalSettings,
	beginEmail,
	confirmEmail,
	chooseMail,
	mailAlert,
	mailDigest,
	unlinkIdentities,
];
