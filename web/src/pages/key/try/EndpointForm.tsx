import { endpoints } from "virtual:endpoints";
import { Button, NativeSelect } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { type Endpoint, isComplete, type Values } from "../../../calls/endpoint.ts";
import { FieldInput } from "./FieldInput.tsx";
import { Price } from "./Price.tsx";
import classes from "./TryIt.module.css";

interface EndpointFormProps {
	readonly clientId: string;
	readonly endpoint: Endpoint;
	readonly values: Values;
	readonly isBusy: boolean;
	readonly onEndpoint: (id: string) => void;
	readonly onValues: (values: Values) => void;
	readonly onRun: () => void;
}

const groups = [...new Set(endpoints.map(({ group }) => group))].map((group) => ({
	group,
	items: endpoints.filter((one) => one.group === group).map(({ id, name }) => ({ value: id, label: name })),
}));

export function EndpointForm(props: EndpointFormProps) {
	const { clientId, endpoint, values, isBusy, onEndpoint, onValues, onRun } = props;
	const canRun = isComplete(endpoint, values) && endpoint.runsElsewhere === undefined;
	return (
		<form
			className={classes.form}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				if (canRun && !isBusy) onRun();
			}}
		>
			<NativeSelect
				data={groups}
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
					key={field.name}
					onChange={(value) => onValues({ ...values, [field.name]: value })}
					values={values}
				/>
			))}
			{endpoint.runsElsewhere ? (
				<p className={classes.quiet}>{endpoint.runsElsewhere}</p>
			) : (
				<>
					<Price clientId={clientId} endpoint={endpoint} values={values} />
					<Button
						disabled={!canRun}
						leftSection={<IconPlayerPlay size={17} />}
						loading={isBusy}
						type="submit"
					>
						Run the call
					</Button>
				</>
			)}
		</form>
	);
}
