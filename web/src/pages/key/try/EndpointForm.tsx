import { endpoints } from "virtual:endpoints";
import { Button, NativeSelect } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useSession } from "../../../api/session.ts";
import { type Endpoint, isComplete, type Values } from "../../../calls/endpoint.ts";
import { useFirstInvalid } from "../../../parts/Form.tsx";
import { FieldInput } from "./FieldInput.tsx";
import { Price } from "./Price.tsx";
import classes from "./TryIt.module.css";

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

export function EndpointForm(props: EndpointFormProps) {
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
				<p className={classes.quiet}>{endpoint.runsElsewhere}</p>
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
