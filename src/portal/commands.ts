import { fromReserve } from "../platform/db/command.ts";
import { createAccount } from "./accounts/accounts.ts";
import { beginAttempt, uncountAttempt } from "./accounts/attempts.ts";
import { giveBuyer } from "./accounts/buyer.ts";
import { beginEmail, confirmEmail } from "./accounts/email-changes.ts";
import { changePassword, issueMailedReset, issueReset, resetPassword } from "./accounts/password-changes.ts";
import { setRoles } from "./accounts/role-changes.ts";
import { endSessions, openSession, touchSession } from "./accounts/sessions.ts";
import { beginSignUp, completeSignUp } from "./accounts/sign-up-changes.ts";
import { confirmTotp, removeTotp, resealTotp, startTotp } from "./accounts/totp-changes.ts";
import { setDisabled, setKeysAllowed, setProposesAs } from "./administration/changes.ts";
import { clearBasket, putInBasket, removeFromBasket } from "./basket/changes.ts";
import { editProduct, noteViewing, removeByHand, savePicture, undoByHand } from "./catalogue/changes.ts";
import { correctBarcode, fillUpBarcodes, takeBackCorrections } from "./catalogue/correct-barcode.ts";
import { mergeProducts } from "./catalogue/merge.ts";
import { changeClient, createAnyClient, giveCredits, revokeAnyKey, rotateAnyKey } from "./clients/changes.ts";
import { askForTask, beginUpload, deleteUpload, endUpload, stopTask } from "./imports/changes.ts";
import { moveOwnKey } from "./keys/balance-changes.ts";
import { changeOwnKey, createKey, noteTryToken, revokeOwnKey, rotateOwnKey } from "./keys/changes.ts";
import {
	addCaseLeak,
	cancelTracing,
	changeAnyCase,
	deleteAnyCase,
	makeCaseLink,
	noteCaseFetched,
	noteOnCase,
	openCaseLink,
	openNewCase,
	revokeCaseLink,
	traceCase,
} from "./leaks/changes.ts";
import { changeList, forgetList, saveList } from "./lists/changes.ts";
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
import { mailCapAlert } from "./notices/cap-notices.ts";
import { mailDigest } from "./notices/digests.ts";
import { mailLowBalance } from "./notices/low-balance-notices.ts";
import { chooseMail } from "./notices/mail-choice.ts";
import { noteFetched, placeOwnOrder } from "./orders/changes.ts";
import { changePortalSettings } from "./portal-settings.ts";
import { announcePrice, withdrawAnnounced } from "./prices/changes.ts";
import { approveProposal } from "./proposals/approve.ts";
import { mailDecisions } from "./proposals/decision-notices.ts";
import { propose, rejectProposal, withdrawProposal } from "./proposals/propose.ts";
import { forgetPictures, releasePictures } from "./proposals/retention.ts";
import { addPicture, addPiece } from "./proposals/uploads.ts";
import { changeRights } from "./rights/changes.ts";
import { completeSetup, dismissCheck, keepSetupLink, noteTestMail } from "./setup/changes.ts";
import { signInByIdentity, unlinkIdentities } from "./sso/changes.ts";
import { approveTopUp, rejectTopUp, requestTopUp, withdrawTopUp } from "./top-ups/changes.ts";
import { askOfPreparing, beginPreparing, resumePreparing, saveWatermark } from "./watermark/changes.ts";
import { removeKeyWebhook, setKeyWebhook, testKeyWebhook } from "./webhooks/changes.ts";

/** An administrator gets in and makes room on a full disk, and access can be taken away. */
const onFullDisk = [
	beginAttempt,
	uncountAttempt,
	openSession,
	touchSession,
	endSessions,
	signInByIdentity,
	deleteUpload,
	stopTask,
	deleteAnyCase,
	withdrawProposal,
	rejectProposal,
	releasePictures,
	forgetPictures,
	revokeAnyKey,
	revokeOwnKey,
	revokeCaseLink,
	setDisabled,
	removeMember,
	cancelTracing,
	forgetList,
].map(fromReserve);

/** Every write of the portal. */
export const portalCommands = [
	...onFullDisk,
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
	createKey,
	changeOwnKey,
	moveOwnKey,
	rotateOwnKey,
	noteTryToken,
	nameAccount,
	inviteMember,
	withdrawInvitation,
	acceptInvitation,
	signUpInvited,
	setMemberRole,
	switchAccount,
	putInBasket,
	removeFromBasket,
	clearBasket,
	saveList,
	changeList,
	placeOwnOrder,
	noteFetched,
	requestTopUp,
	withdrawTopUp,
	setKeyWebhook,
	removeKeyWebhook,
	testKeyWebhook,
	approveTopUp,
	rejectTopUp,
	createAnyClient,
	changeClient,
	rotateAnyKey,
	giveCredits,
	announcePrice,
	withdrawAnnounced,
	beginUpload,
	endUpload,
	askForTask,
	openNewCase,
	addCaseLeak,
	traceCase,
	changeAnyCase,
	noteCaseFetched,
	noteOnCase,
	makeCaseLink,
	openCaseLink,
	editProduct,
	savePicture,
	removeByHand,
	mergeProducts,
	correctBarcode,
	fillUpBarcodes,
	takeBackCorrections,
	undoByHand,
	noteViewing,
	setRoles,
	setKeysAllowed,
	setProposesAs,
	changePortalSettings,
	completeSetup,
	dismissCheck,
	keepSetupLink,
	noteTestMail,
	beginEmail,
	confirmEmail,
	chooseMail,
	mailCapAlert,
	mailLowBalance,
	mailDigest,
	addPiece,
	addPicture,
	propose,
	approveProposal,
	mailDecisions,
	unlinkIdentities,
	saveWatermark,
	changeRights,
	beginPreparing,
	askOfPreparing,
	resumePreparing,
];
