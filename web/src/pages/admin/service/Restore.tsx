import { Alert, Button, Group, NativeSelect, Progress, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { skipToken } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { RouteAnswer } from "../../../../../src/routes.ts";
import { call } from "../../../api/call.ts";
import { asFailure } from "../../../api/failure.ts";
import { useAction, useRoute } from "../../../api/routes.ts";
import { countInWords, creditsInWords, formatCount } from "../../../format/credits.ts";
import { formatMoment } from "../../../format/dates.ts";
import { formatSize } from "../../../format/sizes.ts";
import { ChooseFile } from "../../../parts/ChooseFile.tsx";
import { DialogForm } from "../../../parts/DialogForm.tsx";
import { Disclosure } from "../../../parts/Disclosure.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { PasswordField } from "../../../parts/PasswordField.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import classes from "../Administration.module.css";
import { RestorePlace } from "./RestorePlace.tsx";

type State = RouteAnswer<"GET /admin/restore">;
type Looked = NonNullable<State["looked"]>;
type Lost = NonNullable<Looked["lost"]>;

const BACK = "back";
const LOOK_AGAIN_MS = 1000;

interface FirstRun {
	/** Of the link of the first run; without one, an administrator asks. */
	readonly token?: string;
}

/** Looks again while something is asked that takes a while. */
const FOLLOWED = {
	refetchInterval: ({ state: { data } }: { state: { data: State | undefined } }) =>
		[data?.looked, data?.tried].some((asked) => asked?.is_done === false) ? LOOK_AGAIN_MS : false,
} as const;

function useRestore({ token }: FirstRun) {
	const isFirst = token !== undefined;
	const own = useRoute("GET /admin/restore", isFirst ? skipToken : {}, FOLLOWED);
	const first = useRoute("POST /setup/restore", isFirst ? { body: { token } } : skipToken, FOLLOWED);
	const look = useAction("POST /admin/restore/look");
	const firstLook = useAction("POST /setup/restore/look");
	const state = isFirst ? first : own;
	return {
		state,
		look: (isFirst ? firstLook : look) as typeof look,
		ask: (name: string, is_tried: boolean) => {
			const done = { onSuccess: () => void state.refetch() };
			if (isFirst) firstLook.mutate({ body: { token, name, is_tried } }, done);
			else look.mutate({ body: { name, is_tried } }, done);
		},
	};
}

/** Puts a backup in place of the present state. */
export function Restore({ token }: FirstRun) {
	const given = token === undefined ? {} : { token };
	const { state, look, ask } = useRestore(given);
	const [chosen, setChosen] = useState<string>();
	const [isAway, setAway] = useState(false);
	const { data } = state;
	if (isAway && data) return <Away before={data.last?.at} {...given} />;
	const name = chosen ?? data?.backups[0]?.name;
	return (
		<Surface
			description="Puts a backup in place of what is here now. Before anything changes, you see what is in it and what would be lost."
			id="restore"
			title="Restore a backup"
		>
			<FailureNotice error={state.error} onRetry={() => state.refetch()} />
			{state.isPending ? <WaitingRows rows={2} /> : null}
			{data ? (
				<Stack gap="md">
					<LastOne state={data} />
					{data.command === null ? (
						<>
							<Choice
								state={data}
								name={name}
								onChoose={setChosen}
								onLook={(each) => ask(each, false)}
								onUploaded={() => void state.refetch()}
								{...given}
							/>
							{data.kept ? (
								<p className="note">
									The state before the last restore is kept until <Moment at={data.kept.until} />, or until
									the next restore.{" "}
									<Button onClick={() => ask(BACK, false)} size="compact-sm" variant="default">
										Go back to it
									</Button>
								</p>
							) : null}
							<FailureNotice error={look.error} />
							{data.looked ? (
								<Seen
									looked={data.looked}
									onAway={() => setAway(true)}
									onTry={(each) => ask(each, true)}
									tried={data.tried}
									{...given}
								/>
							) : null}
						</>
					) : (
						<p>
							Several processes serve this installation, or one is making a backup. Stop all of them, and on
							one machine run <code>{data.command}</code>.
						</p>
					)}
				</Stack>
			) : null}
		</Surface>
	);
}

function LastOne({ state: { last } }: { readonly state: State }) {
	if (!last) return null;
	if (last.failure !== null)
		return (
			<Alert color="red" title="Nothing was restored">
				<Moment at={last.at} />: {last.failure}
			</Alert>
		);
	return (
		<Alert color="petrol" title="Restored">
			<Moment at={last.at} />. {last.lost ? `Lost: ${lostInWords(last.lost)}.` : null}
		</Alert>
	);
}

interface ChoiceProps extends FirstRun {
	readonly state: State;
	readonly name: string | undefined;
	readonly onChoose: (name: string) => void;
	readonly onLook: (name: string) => void;
	readonly onUploaded: () => void;
}

function Choice({ state, name, token, onChoose, onLook, onUploaded }: ChoiceProps) {
	const { backups, place_failure } = state;
	const [share, setShare] = useState<number>();
	const [error, setError] = useState<unknown>();
	async function take(file: File): Promise<void> {
		setShare(0);
		setError(undefined);
		try {
			const { sendBackup } = await import("../../../imports/send-backup.ts");
			await sendBackup(file, token, setShare);
			onUploaded();
		} catch (fault) {
			setError(fault);
		} finally {
			setShare(undefined);
		}
	}
	return (
		<div className={classes.form}>
			{place_failure === null ? null : (
				<Alert color="red" mb="sm" title="The place of the daily backups cannot be read">
					{place_failure}
				</Alert>
			)}
			{name === undefined ? (
				<p>
					{token === undefined
						? "There are no backups in the place that the settings name. Upload one."
						: "Upload a backup, or say where the daily backups are."}
				</p>
			) : (
				<NativeSelect
					data={backups.map(({ name: value, at, size_bytes }) => ({
						value,
						label: formatMoment(at) + (size_bytes === null ? "" : `, uploaded (${formatSize(size_bytes)})`),
					}))}
					label="Backup"
					onChange={({ currentTarget }) => onChoose(currentTarget.value)}
					value={name}
				/>
			)}
			<Group gap="sm" mt="sm">
				{name === undefined ? null : <Button onClick={() => onLook(name)}>Look into it</Button>}
				<ChooseFile accept=".tar" loading={share !== undefined} onFile={(file) => void take(file)}>
					Upload a backup
				</ChooseFile>
			</Group>
			{share === undefined ? null : <Progress aria-label="Upload" mt="sm" value={100 * share} />}
			<FailureNotice error={error} title="The upload stopped" />
			{token === undefined ? null : (
				<Disclosure about=" on the first run" summary="Where the daily backups are">
					<RestorePlace onSaved={onUploaded} token={token} />
				</Disclosure>
			)}
		</div>
	);
}

interface SeenProps extends FirstRun {
	readonly looked: Looked;
	readonly tried: State["tried"];
	readonly onTry: (name: string) => void;
	readonly onAway: () => void;
}

function Seen({ looked, tried, onTry, onAway, ...given }: SeenProps) {
	const [isAsked, setAsked] = useState(false);
	const { name, made_at, lost, needed_bytes, free_bytes } = looked;
	if (!looked.is_done) return <WaitingRows rows={3} />;
	if (looked.failure !== null || made_at === null)
		return (
			<Alert color="red" title="This cannot be restored">
				{looked.failure}
			</Alert>
		);
	const isTrying = tried?.is_done === false;
	const isRoomy = free_bytes >= needed_bytes;
	return (
		<Stack gap="md">
			<Facts isBoxed layout="pairs">
				<Fact name={name === BACK ? "Replaced" : "Made"}>
					<Moment at={made_at} />, by Packshot {looked.version}
				</Fact>
				<Fact name="Products">{formatCount(looked.products)}</Fact>
				<Fact name="Pictures">{formatCount(looked.pictures)}</Fact>
				<Fact name="Balances">{creditsInWords(looked.credits)}</Fact>
				<Fact name="Would be lost">
					{lost ? lostInWords(lost) : "not known: a newer version wrote what is here"}
				</Fact>
				<Fact name="On the disk">
					{formatSize(needed_bytes)} needed, {formatSize(free_bytes)} free
				</Fact>
			</Facts>
			{lost?.entries.length ? <LostEntries lost={lost} /> : null}
			{tried?.is_done ? (
				<Alert color={tried.failure === null ? "petrol" : "red"} title="Tried">
					{tried.failure ??
						"It was restored into a folder of its own and examined: nothing is wrong with it."}
				</Alert>
			) : null}
			{isRoomy ? null : <Alert color="red" title="The disk has no room for it" />}
			<Group gap="sm">
				<Button loading={isTrying} onClick={() => onTry(name)} variant="default">
					Try it
				</Button>
				<Button color="red" disabled={!isRoomy || isTrying} onClick={() => setAsked(true)}>
					{name === BACK ? "Go back" : "Restore"}
				</Button>
			</Group>
			{isAsked ? (
				<BeginDialog looked={looked} onAway={onAway} onClose={() => setAsked(false)} {...given} />
			) : null}
		</Stack>
	);
}

const NOUNS = { charge: "charge", order: "order", top_up: "top-up" };

function LostEntries({ lost: { entries, charges, orders, top_ups } }: { readonly lost: Lost }) {
	const all = charges.number + orders.number + top_ups.number;
	const isAll = entries.length === all;
	return (
		<Disclosure
			about=" of what would be lost"
			summary={isAll ? "One by one" : `The newest ${formatCount(entries.length)} of ${formatCount(all)}`}
		>
			<ul>
				{entries.map(({ at, kind, credits, client }, place) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: nothing else tells two charges of one moment apart
					<li key={place}>
						<Moment at={at} />, {client}: {NOUNS[kind]}, {creditsInWords(credits)}
					</li>
				))}
			</ul>
		</Disclosure>
	);
}

function lostInWords({ charges, orders, top_ups }: Lost): string {
	const sums = [
		[charges, NOUNS.charge],
		[orders, NOUNS.order],
		[top_ups, NOUNS.top_up],
	] as const;
	const lost = sums
		.filter(([{ number }]) => number > 0)
		.map(([{ number, credits }, noun]) => `${countInWords(number, noun)} (${creditsInWords(credits)})`);
	return lost.join(", ") || "nothing";
}

interface BeginDialogProps extends FirstRun {
	readonly looked: Looked;
	readonly onAway: () => void;
	readonly onClose: () => void;
}

function BeginDialog({ looked: { name, lost }, token, onAway, onClose }: BeginDialogProps) {
	const own = useAction("POST /admin/restore");
	const first = useAction("POST /setup/restore/begin");
	const form = useForm({ initialValues: { password: "", code: "" } });
	const isCodeAsked = own.error !== null && asFailure(own.error).code === "code_required";
	const done = { onSuccess: onAway };
	return (
		<DialogForm
			act={token === undefined ? own : first}
			action={name === BACK ? "Go back" : "Restore"}
			color="red"
			form={form}
			onClose={onClose}
			onSubmit={({ password, code }) => {
				if (token !== undefined) return first.mutate({ body: { token, name } }, done);
				const typed = { ...(password && { password }), ...(code.trim() && { code: code.trim() }) };
				own.mutate({ body: { name, ...typed } }, done);
			}}
			refusals={{ sign_in_failed: "password", sign_in_again: "password", code_required: "code" }}
			title={name === BACK ? "Go back to the state before the last restore" : "Restore this backup"}
		>
			<p>
				{token === undefined
					? `The service is away for some minutes. Lost: ${lost ? lostInWords(lost) : "what came since"}. What is here now is kept for a day. Whatever was revoked, rotated or used up stays so.`
					: "What is in the backup takes the place of this empty installation. You sign in as you did there."}
			</p>
			{token === undefined ? (
				<PasswordField
					autoComplete="current-password"
					data-autofocus
					label="Your password"
					{...form.getInputProps("password")}
				/>
			) : null}
			{isCodeAsked || form.getValues().code !== "" ? (
				<TextInput
					autoComplete="one-time-code"
					label="Code from your authenticator, or a recovery code"
					{...form.getInputProps("code")}
				/>
			) : null}
		</DialogForm>
	);
}

/** While the service is away: waits until it is there again, in whichever state, and loads the pages anew. */
function Away({ token, before }: FirstRun & { readonly before: string | undefined }) {
	useEffect(() => {
		const timer = setInterval(async () => {
			try {
				const state =
					token === undefined
						? await call("GET /admin/restore", {})
						: await call("POST /setup/restore", { body: { token } });
				if (state.last?.at !== before) location.reload();
			} catch (fault) {
				// Signed out by the restore, or a link that works no more.
				if ([401, 403, 410].includes(asFailure(fault).status)) location.assign("/sign-in");
			}
		}, LOOK_AGAIN_MS);
		return () => clearInterval(timer);
	}, [token, before]);
	return (
		<Surface title="Restoring">
			<p>
				The service is away until the backup is in place. This page goes on by itself; you can leave it open.
			</p>
			<Progress animated aria-label="Restoring" mt="sm" value={100} />
		</Surface>
	);
}
