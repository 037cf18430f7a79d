import { Alert, Anchor, Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { Link, Navigate, useLocation, useSearchParams } from "react-router";
import type { RouteAnswer } from "../../../../src/routes.ts";
import { asFailure } from "../../api/failure.ts";
import { useSession, useSignIn } from "../../api/session.ts";
import { Form, type Sending } from "../../parts/Form.tsx";
import { PageHead } from "../../parts/Page.tsx";
import { wasHere } from "../../shell/been-here.ts";
import { Lobby } from "../../shell/Lobby.tsx";
import { CredentialsForm } from "./CredentialsForm.tsx";
import { passwordProblem } from "./password-problem.ts";
import { returnTo } from "./return-to.ts";
import classes from "./SignIn.module.css";

/** Sign in with e-mail and password, then with a code if the account requires one. */
export function SignIn() {
	const session = useSession();
	const signIn = useSignIn("POST /session");
	const location = useLocation();
	const [credentials, setCredentials] = useState<{ email: string; password: string }>();
	const needsCode = credentials !== undefined;
	const account = session.data?.account;
	const service = session.data?.service;
	if (account)
		return <Navigate replace to={returnTo(location.state, account.roles.length > 0 ? "/admin" : "/")} />;
	const isHalfway = signIn.error !== null && asFailure(signIn.error).code === "code_required";
	const act = isHalfway ? { ...signIn, error: null } : signIn;
	if (needsCode) {
		return (
			<Lobby>
				<CodeStep
					act={act}
					onBack={() => {
						signIn.reset();
						setCredentials(undefined);
					}}
					onCode={(code) => signIn.mutate({ ...credentials, code })}
				/>
			</Lobby>
		);
	}
	return (
		<Lobby>
			<PageHead description={welcome(returnTo(location.state))} name="Sign in" />
			{service?.waits_for_set_up ? <WaitsForSetUp /> : null}
			<SsoFailure />
			{service?.local_sign_in === false ? null : (
				<CredentialsForm
					action="Sign in"
					act={act}
					onSubmit={(entered) =>
						signIn.mutate(entered, {
							onError: (error) => {
								if (asFailure(error).code === "code_required") setCredentials(entered);
							},
						})
					}
					passwordAutoComplete="current-password"
					passwordProblem={passwordProblem}
				/>
			)}
			{service?.single_sign_on ? (
				<SsoButton name={service.single_sign_on.name} to={returnTo(location.state)} />
			) : null}
			{service ? <WithoutPassword service={service} /> : null}
		</Lobby>
	);
}

/** Nobody can sign in to a new installation: its operator is told where the link is. */
function WaitsForSetUp() {
	return (
		<Alert color="marigold" title="Is this service yours?">
			Nobody has set it up yet. Open the link that it printed when it started: it is in its log, and{" "}
			<code>packshot setup</code> prints a new one.
		</Alert>
	);
}

/** What whoever has no account, or no password any more, does next. */
function WithoutPassword({ service }: { readonly service: RouteAnswer<"GET /session">["service"] }) {
	const { state } = useLocation();
	const { sign_up_open, local_sign_in, mails_resets, contact } = service;
	return (
		<>
			<p className={classes.other}>
				{sign_up_open ? (
					<>
						No account yet?{" "}
						<Anchor component={Link} state={state} to="/sign-up">
							Create one
						</Anchor>
					</>
				) : (
					<>
						No account yet? Ask <Operator contact={contact} /> for one.
					</>
				)}
			</p>
			{local_sign_in ? (
				<p className={classes.hint}>
					{mails_resets ? (
						<Anchor component={Link} to="/reset">
							Lost your password?
						</Anchor>
					) : (
						<>
							Lost your password? Ask <Operator contact={contact} /> for a link to set a new one.
						</>
					)}
				</p>
			) : null}
		</>
	);
}

/** The operator in a sentence, with a link to them if it is known. */
export function Operator({ contact }: { readonly contact: string | null }) {
	const words = "the operator of this service";
	return contact === null ? words : <Anchor href={contact}>{words}</Anchor>;
}

/** @param to the page that was originally requested. */
function welcome(to: string): string {
	if (!wasHere()) return "To your products, orders and credits.";
	return to === "/" ? "Welcome back." : "Welcome back. You will continue where you left off.";
}

interface CodeStepProps {
	readonly act: Sending;
	readonly onCode: (code: string) => void;
	readonly onBack: () => void;
}

/** The second step of signing in. Six digits are submitted at once, a recovery code with the button. */
function CodeStep({ act, onCode, onBack }: CodeStepProps) {
	const form = useForm({
		initialValues: { code: "" },
		validate: { code: (code) => (code.trim() === "" ? "Enter six digits, or a recovery code." : null) },
		onValuesChange: ({ code }) => {
			const digits = code.replaceAll(" ", "");
			if (/^\d{6}$/.test(digits) && !act.isPending) onCode(digits);
		},
	});
	return (
		<>
			<PageHead
				description="Enter the six digits that your authenticator shows, or one of your recovery codes."
				name="One more step"
			/>
			<Form
				error={act.error}
				form={form}
				onSubmit={({ code }) => onCode(code.trim())}
				refusals={{ sign_in_failed: "code" }}
			>
				<TextInput
					autoCapitalize="none"
					autoComplete="one-time-code"
					autoFocus
					label="Code"
					maxLength={40}
					size="md"
					spellCheck={false}
					{...form.getInputProps("code")}
				/>
				<Button fullWidth loading={act.isPending} size="md" type="submit">
					Continue
				</Button>
				<Button fullWidth onClick={onBack} size="md" variant="subtle">
					Use another account
				</Button>
			</Form>
		</>
	);
}

interface SsoButtonProps {
	readonly name: string;
	/** Path of the page to show afterwards. */
	readonly to: string;
}

/** Links to the provider's sign-in: a navigation to another site, so a link rather than a call. */
function SsoButton({ name, to }: SsoButtonProps) {
	return (
		<Button
			mt="sm"
			component="a"
			fullWidth
			href={`/portal/api/session/sso?return_to=${encodeURIComponent(to)}`}
			size="md"
			variant="default"
		>
			Sign in with {name}
		</Button>
	);
}

const FAILURES: ReadonlyMap<string, string> = new Map(
	Object.entries({
		not_begun: "That took too long, or was started in another window. Please try again.",
		refused: "The sign-in did not go through. Try again, or ask the person who manages your accounts.",
		unavailable: "The sign-in service is not answering. Try again in a minute.",
		email_missing: "Your account there has no e-mail address that can be used here.",
		email_not_verified: "Verify your e-mail address there first, then sign in here again.",
		already_linked:
			"Somebody else has signed in to the account with your e-mail address. Ask an administrator to unlink it.",
		disabled: "Your account here is disabled. Ask an administrator.",
	}),
);

/** Why signing in with the provider failed, if it just did. */
function SsoFailure() {
	const [parameters] = useSearchParams();
	const failed = parameters.get("sso");
	if (failed === null) return null;
	return (
		<Alert mb="md" color="red" role="alert" title="You are not signed in">
			{FAILURES.get(failed) ?? FAILURES.get("refused")}
		</Alert>
	);
}
