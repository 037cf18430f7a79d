import { endpoints } from "virtual:endpoints";
import { Alert } from "@mantine/core";
import { IconBan } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { useRefresh } from "../../../api/routes.ts";
import { type Endpoint, isComplete, textOf, type Values } from "../../../calls/endpoint.ts";
import { apiRequest } from "../../../calls/request.ts";
import { CodeSamples } from "../../../parts/CodeSamples.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { useShownKey } from "../KeyPage.tsx";
import { AnswerView } from "./AnswerView.tsx";
import { EndpointForm } from "./EndpointForm.tsx";
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
			<Alert color="gray" icon={<IconBan />} title="This key no longer works" variant="light">
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
			<div className={classes.build}>
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
			</div>
			<div className={classes.result}>
				{run.error ? <FailureNotice error={run.error} title="The call could not be made" /> : null}
				{run.data ? (
					<AnswerView answer={run.data} isStale={isStale} onRun={canRun ? onRun : undefined} />
				) : null}
				<CodeView clientId={key.client_id} endpoint={endpoint} values={values} />
			</div>
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
