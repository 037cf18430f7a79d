import { Anchor, Button, NativeSelect, Select, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconPhotoUp } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Link, Navigate } from "react-router";
import { useRoute } from "../../api/routes.ts";
import { useSignIn } from "../../api/session.ts";
import { actionName } from "../../format/actions.ts";
import { parseAmount } from "../../format/amounts.ts";
import { ChooseFile } from "../../parts/ChooseFile.tsx";
import { Disclosure } from "../../parts/Disclosure.tsx";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { Form } from "../../parts/Form.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { PasswordField } from "../../parts/PasswordField.tsx";
import { useObjectUrl } from "../../parts/use-object-url.ts";
import { WaitingRows } from "../../parts/Waiting.tsx";
import { ColorSchemeToggle } from "../../shell/ColorSchemeToggle.tsx";
import { Wordmark } from "../../shell/Logo.tsx";
import { DATA_MINING_CHOICES, TEXT_INPUTS } from "../admin/rights/rights-form.ts";
import { CURRENCIES } from "../admin/Settings.tsx";
import { Restore } from "../admin/service/Restore.tsx";
import { contactProblem } from "../admin/storefront/address-problems.ts";
import { Percent, PLACES } from "../admin/watermark/StyleForm.tsx";
import { emailProblem } from "../sign-in/email-problem.ts";
import { newPasswordProblem } from "../sign-in/password-problem.ts";
import { forgetToken, rememberedToken } from "../sign-in/take-token.ts";
import classes from "./Setup.module.css";
import {
	draft,
	fieldOf,
	firstFields,
	forgetDraft,
	keepDraft,
	priceProblem,
	type SetupFields,
	type SetupFormState,
	type SetupStart,
	setupDocument,
} from "./setup-form.ts";

/** The first run: whoever has the printed link becomes administrator, and says how the service is to be. */
export function SetupPage() {
	const [token] = useState(rememberedToken);
	const start = useRoute(
		"POST /setup/link",
		{ body: { token } },
		{ retry: false, staleTime: Number.POSITIVE_INFINITY },
	);
	return (
		<div className={classes.frame}>
			<header className={classes.top}>
				<Wordmark />
				<ColorSchemeToggle />
			</header>
			<main>
				<PageHead
					description="You are the first here. Only your account is needed now: the rest can be left out, and stays on a check-list until it is done."
					name="Set up Packshot"
				/>
				{start.isPending ? <WaitingRows rows={4} /> : null}
				{start.error ? (
					<>
						<FailureNotice error={start.error} title="This link does not work" />
						<p className={classes.hint}>
							It works once, and only while there is no administrator. Restarting the service, or{" "}
							<code>packshot setup</code>, prints another one; an administrator can{" "}
							<Anchor component={Link} to="/sign-in">
								sign in
							</Anchor>
							.
						</p>
					</>
				) : null}
				{start.data ? (
					<Disclosure about=" instead of setting up a new installation" summary="Restore a backup instead">
						<Restore token={token} />
					</Disclosure>
				) : null}
				{start.data ? <SetupForm start={start.data} token={token} /> : null}
			</main>
		</div>
	);
}

function SetupForm({ start, token }: { readonly start: SetupStart; readonly token: string }) {
	const setUp = useSignIn("POST /setup");
	const form = useForm<SetupFields>({
		mode: "controlled",
		initialValues: { ...firstFields(start), ...draft() },
		onValuesChange: keepDraft,
		validate: {
			email: emailProblem,
			password: newPasswordProblem,
			contact: contactProblem,
			creditPrice: (price, { currency }) => creditProblem(price, currency),
			prices: Object.fromEntries(start.prices.map(({ action }) => [fieldOf(action), priceProblem])),
		},
	});
	if (setUp.isSuccess) {
		forgetToken();
		forgetDraft();
		return <Navigate replace to="/admin" />;
	}
	return (
		<Form
			error={setUp.error}
			form={form}
			onSubmit={(fields) => setUp.mutate({ token, setup: setupDocument(fields, start) })}
			refusals={{ password_too_weak: "password", email_taken: "email", watermark_refused: "markText" }}
		>
			<Surface description="You sign in with it. Turn on two-factor sign-in afterwards." title="Your account">
				<div className={classes.fields}>
					<TextInput
						autoComplete="username"
						label="E-mail address"
						type="email"
						{...form.getInputProps("email")}
					/>
					<PasswordField
						autoComplete="new-password"
						description="At least 10 characters that nobody guesses."
						label="Password"
						{...form.getInputProps("password")}
					/>
					<TextInput
						description="What the account is called, such as your company."
						label="Name"
						maxLength={100}
						{...form.getInputProps("name")}
					/>
				</div>
			</Surface>
			<StorefrontFields form={form} />
			<PriceFields form={form} start={start} />
			<MarkFields form={form} />
			<RightsFieldset form={form} />
			<Surface title="What comes next">
				<Text size="sm">
					The public address, mail, the storefront and backups are set on the pages once you have signed in.
					The check-list on the overview leads to each, and shows whether it works.
				</Text>
			</Surface>
			<div>
				<Button loading={setUp.isPending} size="md" type="submit">
					Set up and sign in
				</Button>
			</div>
		</Form>
	);
}

function StorefrontFields({ form }: { readonly form: SetupFormState }) {
	return (
		<Surface
			description="What mails, the sign-in page and public pages say of you. The page Storefront changes it."
			title="Your catalogue"
		>
			<div className={classes.fields}>
				<TextInput
					description="Mails and public pages call it so."
					label="Name of the catalogue"
					maxLength={60}
					placeholder="Packshot"
					{...form.getInputProps("storefrontName")}
				/>
				<TextInput
					description="A mail address, or the address of a page."
					label="How to reach you"
					{...form.getInputProps("contact")}
				/>
			</div>
		</Surface>
	);
}

function creditProblem(price: string, currency: string): string | null {
	if (price.trim() === "") return currency ? "Enter what a credit costs." : null;
	if (!parseAmount(price)) return "Enter an amount above 0, with at most four decimals.";
	return currency ? null : "Choose a currency.";
}

function PriceFields({ form, start }: { readonly form: SetupFormState; readonly start: SetupStart }) {
	return (
		<Surface
			description={
				start.prices_are_fixed
					? "Somebody was charged already: prices are announced 30 days ahead, on the page Prices."
					: "The first charge freezes all prices: from then on, a change is announced 30 days ahead."
			}
			title="Credits and prices"
		>
			<div className={classes.fields}>
				<TextInput
					description="Shown where account holders ask for credits. Leave empty to say nothing."
					inputMode="decimal"
					label="Price of a credit"
					{...form.getInputProps("creditPrice")}
				/>
				<Select clearable data={CURRENCIES} label="Currency" searchable {...form.getInputProps("currency")} />
			</div>
			{start.prices_are_fixed ? null : (
				<Disclosure about=" of all actions" summary="Prices, in credits">
					<div className={classes.prices}>
						{start.prices.map(({ action, description }) => (
							<TextInput
								description={description}
								inputMode="decimal"
								key={action}
								label={actionName(action)}
								{...form.getInputProps(`prices.${fieldOf(action)}`)}
							/>
						))}
					</div>
				</Disclosure>
			)}
		</Surface>
	);
}

function RightsFieldset({ form }: { readonly form: SetupFormState }) {
	return (
		<Surface
			description="Every delivered picture carries these texts. The page Rights changes them."
			title="Rights in pictures"
		>
			<Disclosure about=" about rights" summary="Texts">
				<div className={classes.fields}>
					{TEXT_INPUTS.map(({ name, ...words }) => (
						<Textarea key={name} minRows={1} {...words} {...form.getInputProps(`rights.${name}`)} />
					))}
					<NativeSelect
						data={DATA_MINING_CHOICES}
						label="Data mining"
						{...form.getInputProps("rights.data_mining")}
					/>
				</div>
			</Disclosure>
		</Surface>
	);
}

/** The visible mark, shown on a picture of one's own: the picture stays in the browser. */
function MarkFields({ form }: { readonly form: SetupFormState }) {
	const [file, setFile] = useState<File>();
	return (
		<Surface
			description="On every delivered picture. An invisible mark, which traces a leak to its client, is in all of them anyway."
			title="The visible mark"
		>
			<div className={classes.mark}>
				<div className={classes.fields}>
					<TextInput
						description="Latin or Hebrew letters. A logo can be chosen on the page Watermark."
						label="Text"
						maxLength={60}
						{...form.getInputProps("markText")}
					/>
					<NativeSelect data={PLACES} label="Place" {...form.getInputProps("place")} />
					<Percent
						decidedBy={null}
						label="Size"
						unit="% of the picture's width"
						{...form.getInputProps("width")}
					/>
					<Percent decidedBy={null} label="Opacity" unit="%" {...form.getInputProps("opacity")} />
				</div>
				<div>
					<ChooseFile
						accept="image/jpeg,image/png"
						leftSection={<IconPhotoUp aria-hidden="true" size={16} />}
						onFile={setFile}
					>
						{file ? "Another picture" : "Look at it on a picture of yours"}
					</ChooseFile>
					{file ? <MarkedPicture file={file} style={form.values} /> : null}
				</div>
			</div>
		</Surface>
	);
}

type Style = Pick<SetupFields, "markText" | "place" | "width" | "opacity">;

/** Roughly what will be drawn. */
function MarkedPicture({ file, style }: { readonly file: File; readonly style: Style }) {
	const url = useObjectUrl(file);
	const [size, setSize] = useState<{ width: number; height: number }>();
	useEffect(() => {
		if (url === undefined) return;
		const picture = new Image();
		picture.onload = () => setSize({ width: picture.naturalWidth, height: picture.naturalHeight });
		picture.src = url;
	}, [url]);
	if (!size) return null;
	const textWidth = (size.width * style.width) / 100;
	const fontSize = textWidth / Math.max(1, 0.62 * style.markText.length);
	return (
		<figure className={classes.picture}>
			<svg role="img" viewBox={`0 0 ${size.width} ${size.height}`}>
				<title>Your picture with the mark</title>
				<image height={size.height} href={url} width={size.width} />
				{spotsOf(style.place, size, textWidth, fontSize).map(([x, y]) => (
					<text
						fill="#fff"
						fontFamily="sans-serif"
						fontSize={fontSize}
						fontWeight={700}
						key={`${x} ${y}`}
						opacity={style.opacity / 100}
						paintOrder="stroke"
						stroke="#000"
						strokeOpacity={0.5}
						strokeWidth={fontSize / 12}
						textAnchor="middle"
						textLength={textWidth}
						x={x}
						y={y}
					>
						{style.markText}
					</text>
				))}
			</svg>
			<figcaption>Roughly as it will be drawn. The picture stays in your browser.</figcaption>
		</figure>
	);
}

/** Where marks are drawn: the middle of each one's base line. */
function spotsOf(
	place: Style["place"],
	{ width, height }: { readonly width: number; readonly height: number },
	textWidth: number,
	fontSize: number,
): readonly (readonly [x: number, y: number])[] {
	const margin = 0.02 * width;
	const left = margin + textWidth / 2;
	const right = width - left;
	const top = margin + 0.8 * fontSize;
	const bottom = height - margin;
	const shares = [0.2, 0.5, 0.8];
	const spots: Readonly<Record<Style["place"], readonly (readonly [number, number])[]>> = {
		invisible: [],
		centre: [[width / 2, height / 2]],
		"top-left": [[left, top]],
		"top-right": [[right, top]],
		"bottom-left": [[left, bottom]],
		"bottom-right": [[right, bottom]],
		tiled: shares.flatMap((x) => shares.map((y) => [x * width, y * height] as const)),
	};
	return spots[place];
}
