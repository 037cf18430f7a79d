import { endpoints } from "virtual:endpoints";
import { Alert, Button, NativeSelect, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconBan, IconPlayerPlay } from "@tabler/icons-react";
import { skipToken, useMutation } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { RouteAnswer } from "../../../../../src/routes.ts";
import { asFailure } from "../../../api/failure.ts";
import { KEPT, useRefresh, useRoute } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { type Endpoint, isComplete, textOf, type Values } from "../../../calls/endpoint.ts";
import { apiRequest, quoteQuery } from "../../../calls/request.ts";
import { alignedCredits } from "../../../format/credits.ts";
import { CodeSamples } from "../../../parts/CodeSamples.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { FirstCharge } from "../../../parts/FirstCharge.tsx";
import { useFirstInvalid } from "../../../parts/Form.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { useShownKey } from "../KeyPage.tsx";
import { AnswerView } from "./AnswerView.tsx";
import { FieldInput } from "./FieldInput.tsx";
import { refusalIn } from "./refusal.ts";
import classes from "./TryIt.module.css";
import { callerOf, isSame } from "./try-call.ts";

/** Builds an API call, shows its cost, runs it and gives it as code. The URL may prefill the form. */
export function TryIt() {
	const key = useShownKey();
	const [search] = useSearchParams();
	const { endpoint: asked = "getProduct", ...entered } = Object.fromEntries(search);
	const [endpointId, setEndpointId] = useState(asked);
	const [values, setValues] = useState<Values>(entered);
	const run = useRun(key.client_id);
	const endpoint = endpoints.find(({ id }) => id === endpointId) ?? endpoints[0];
	if (!endpoint) return null;
	if (key.state !== "active") {
		return (
			<Alert color="gray" icon={<IconBan />} title="This key no longer works">
				Only active keys can make calls.
			</Alert>
		);
	}
	const request = apiRequest(endpoint, values);
	const isStale = run.data !== undefined && !isSame(run.data.request, request);
	const canRun = isComplete(endpoint, values) && endpoint.runsElsewhere === undefined && !run.isPending;
	const onRun = () => run.mutate(request);
	return (
		<div className={classes.columns}>
			<Stack miw={0}>
				<FirstCharge />
				<Surface description="These are real calls: they use this key and its balance." title="Build a call">
					<EndpointForm
						clientId={key.client_id}
						endpoint={endpoint}
						isBusy={run.isPending}
						isRefused={run.data !== undefined && !isStale && refusalIn(run.data) !== undefined}
						onEndpoint={setEndpointId}
						onRun={onRun}
						onValues={setValues}
						values={values}
					/>
				</Surface>
			</Stack>
			<Stack miw={0}>
				<FailureNotice error={run.error} title="The call could not be made" />
				{run.data ? (
					<AnswerView answer={run.data} isStale={isStale} onRun={canRun ? onRun : undefined} />
				) : null}
				<CodeView clientId={key.client_id} endpoint={endpoint} values={values} />
			</Stack>
		</div>
	);
}

/** Makes calls with the key; afterwards what the pages know about the key is refetched. */
function useRun(clientId: string) {
	const refresh = useRefresh();
	const makeCall = useMemo(() => callerOf(clientId), [clientId]);
	return useMutation({
		mutationFn: makeCall,
		onSettled: () => refresh(["/keys"]),
	});
}

interface CodeViewProps {
	readonly endpoint: Endpoint;
	readonly values: Values;
	readonly clientId: string;
}

/** The same call as a shell command and as programs, including sign-in. */
function CodeView({ endpoint, values, clientId }: CodeViewProps) {
	return (
		<Surface description="Ready to run: just put the key's secret in PACKSHOT_API_KEY." title="As code">
			<CodeSamples
				caller={{ origin: location.origin, clientId }}
				endpoint={endpoint}
				values={withExamples(endpoint, values)}
			/>
		</Surface>
	);
}

/** Until a required field is filled in, the code shows an example instead. */
function withExamples({ fields }: Endpoint, values: Values): Values {
	const missing = fields.filter(({ name, isRequired }) => isRequired && textOf(values, name) === "");
	const examples = missing.map(({ name, example, options }) => [name, example ?? options?.[0]]);
	return { ...values, ...Object.fromEntries(examples) };
}

interface EndpointFormProps {
	readonly clientId: string;
	readonly endpoint: Endpoint;
	readonly values: Values;
	readonly isBusy: boolean;
	/** Exactly this call was refused: its response says why. */
	readonly isRefused: boolean;
	readonly onEndpoint: (id: string) => void;
	readonly onValues: (values: Values) => void;
	readonly onRun: () => void;
}

/** Endpoints grouped by topic; webhooks only if the service has them. */
function groupsOf(hasWebhooks: boolean) {
	const names = new Set(endpoints.map(({ group }) => group));
	return [...names]
		.filter((group) => hasWebhooks || group !== "Webhooks")
		.map((group) => ({
			group,
			items: endpoints
				.filter((one) => one.group === group)
				.map(({ id, name }) => ({ value: id, label: name })),
		}));
}

function EndpointForm(props: EndpointFormProps) {
	const { clientId, endpoint, values, isBusy, isRefused, onEndpoint, onValues, onRun } = props;
	const hasWebhooks = useSession().data?.service.webhooks ?? false;
	const element = useRef<HTMLFormElement>(null);
	const { refuse } = useFirstInvalid(element);
	const [checkedId, setCheckedId] = useState<string>();
	const submit = () => {
		const canRun = isComplete(endpoint, values) && element.current?.querySelector("[data-unread]") === null;
		setCheckedId(canRun ? undefined : endpoint.id);
		if (!canRun) refuse();
		else if (!isBusy && endpoint.runsElsewhere === undefined) onRun();
	};
	return (
		<form
			className={classes.form}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				submit();
			}}
			ref={element}
		>
			<NativeSelect
				data={groupsOf(hasWebhooks)}
				label="Endpoint"
				onChange={(event) => onEndpoint(event.currentTarget.value)}
				value={endpoint.id}
			/>
			<p className={classes.path}>
				<span className={classes.method}>{endpoint.method}</span> {endpoint.path}
			</p>
			{endpoint.fields.map((field) => (
				<FieldInput
					field={field}
					isChecked={checkedId === endpoint.id}
					key={field.name}
					onChange={(value) => onValues({ ...values, [field.name]: value })}
					values={values}
				/>
			))}
			{endpoint.runsElsewhere ? (
				<p className="quiet">{endpoint.runsElsewhere}</p>
			) : (
				<>
					<Price
						clientId={clientId}
						endpoint={endpoint}
						isRefused={isRefused}
						onQuote={onEndpoint}
						values={values}
					/>
					<Button leftSection={<IconPlayerPlay size={17} />} loading={isBusy} type="submit">
						Run the call
					</Button>
				</>
			)}
		</form>
	);
}

interface PriceProps {
	readonly clientId: string;
	readonly endpoint: Endpoint;
	readonly values: Values;
	/** The response says why the call was refused, so it need not be repeated here. */
	readonly isRefused: boolean;
	/** Switches to the endpoint that prices this one. */
	readonly onQuote: (id: string) => void;
}

const TYPING_MS = 350;

/** What the call would cost, before it runs. The quote is free. */
function Price({ clientId, endpoint, values, isRefused, onQuote }: PriceProps) {
	const { quotedBy } = endpoint;
	const [settled] = useDebouncedValue(values, TYPING_MS);
	const query = isComplete(endpoint, settled) ? quoteQuery(endpoint, settled) : undefined;
	const quote = useRoute(
		"GET /keys/{client_id}/quote",
		query ? { path: { client_id: clientId }, query } : skipToken,
		KEPT,
	);
	return (
		<div aria-live="polite" className={classes.price}>
			{endpoint.isBilled ? null : <p className="quiet">This call is free of charge.</p>}
			{quotedBy ? (
				<>
					<p className="quiet">You can check the price of this call first, free of charge.</p>
					<Button className={classes.quote} onClick={() => onQuote(quotedBy)} size="xs" variant="default">
						Price it first
					</Button>
				</>
			) : null}
			{endpoint.isBilled && !quotedBy && query === undefined ? (
				<p className="quiet">Fill in the call to see its price.</p>
			) : null}
			{query && quote.error && !isRefused ? (
				<p className={classes.refused}>
					The call would be refused, at no charge: {asFailure(quote.error).message}
				</p>
			) : null}
			{query && !quote.error && quote.data ? <QuoteView isRefused={isRefused} quote={quote.data} /> : null}
			{query && quote.isPending ? <p className="quiet">Pricing…</p> : null}
		</div>
	);
}

interface QuoteViewProps {
	readonly quote: RouteAnswer<"GET /keys/{client_id}/quote">;
	readonly isRefused: boolean;
}

function QuoteView({ quote, isRefused }: QuoteViewProps) {
	const notes = isRefused ? [] : quote.notes;
	const format = alignedCredits([
		...quote.items.map(({ credits }) => credits),
		quote.credits,
		quote.balance_after,
	]);
	return (
		<>
			{quote.items.map((item) => (
				<div className={classes.row} key={item.action}>
					<span>
						<code>{item.action}</code>
						{item.count === 1 ? null : ` × ${item.count}`}
					</span>
					<span>{format(item.credits)}</span>
				</div>
			))}
			<div className={`${classes.row} ${classes.total}`}>
				<span>Price in credits</span>
				<span>{format(quote.credits)}</span>
			</div>
			<div className={`${classes.row} quiet`}>
				<span>Balance afterwards</span>
				<span>{format(quote.balance_after)}</span>
			</div>
			{notes.map((note) => (
				<p className={quote.is_affordable ? "quiet" : classes.refused} key={note}>
					{note}
				</p>
			))}
		</>
	);
}
