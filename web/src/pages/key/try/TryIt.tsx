import { endpoints } from "virtual:endpoints";
import { Alert } from "@mantine/core";
import { IconBan } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { keyName } from "../../../api/keys.ts";
import type { Values } from "../../../calls/endpoint.ts";
import { apiRequest } from "../../../calls/request.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { useShownKey } from "../KeyPage.tsx";
import { AnswerView } from "./AnswerView.tsx";
import { CodeView } from "./CodeView.tsx";
import { EndpointForm } from "./EndpointForm.tsx";
import classes from "./TryIt.module.css";
import { callerOf } from "./try-call.ts";

/** Build a call of the API, see its cost, run it and copy it as code. */
export function TryIt() {
	const key = useShownKey();
	const client = useQueryClient();
	const [search] = useSearchParams();
	const [endpointId, setEndpointId] = useState(search.get("endpoint") ?? "getProduct");
	const [values, setValues] = useState<Values>({ barcode: search.get("barcode") ?? undefined });
	const makeCall = useMemo(() => callerOf(key.client_id), [key.client_id]);
	const endpoint = endpoints.find(({ id }) => id === endpointId) ?? endpoints[0];
	const run = useMutation({
		mutationFn: makeCall,
		onSettled: () => client.invalidateQueries({ queryKey: keyName(key.client_id) }),
	});
	if (!endpoint) return null;
	if (key.state !== "active") {
		return (
			<Alert color="gray" icon={<IconBan />} title="This key no longer works" variant="light">
				Calls can be tried with active keys only.
			</Alert>
		);
	}
	const choose = (id: string) => {
		setEndpointId(id);
		run.reset();
	};
	return (
		<div className={classes.columns}>
			<div className={classes.build}>
				<Surface description="Calls run for real, against this key and its balance." title="Build a call">
					<EndpointForm
						clientId={key.client_id}
						endpoint={endpoint}
						isBusy={run.isPending}
						onEndpoint={choose}
						onRun={() => run.mutate(apiRequest(endpoint, values))}
						onValues={setValues}
						values={values}
					/>
				</Surface>
			</div>
			<div className={classes.result}>
				{run.error ? <FailureNotice error={run.error} title="The call could not be made" /> : null}
				{run.data ? <AnswerView answer={run.data} /> : null}
				<CodeView clientId={key.client_id} endpoint={endpoint} values={values} />
			</div>
		</div>
	);
}
