import { Button, Group } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { RouteAnswer } from "../../../../../src/routes.ts";
import { routeUrl } from "../../../api/call.ts";
import { useAction } from "../../../api/routes.ts";
import { countInWords } from "../../../format/credits.ts";
import { DownloadButton } from "../../../parts/ActionButton.tsx";
import { Form } from "../../../parts/Form.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { PasswordField } from "../../../parts/PasswordField.tsx";
import classes from "../Administration.module.css";

/** Everything that the operator may take along, in files that are fetched one by one. */
export function ExportEverything() {
	const list = useAction("POST /admin/export");
	const form = useForm({ initialValues: { password: "" } });
	return (
		<Surface
			description="Products, original pictures, accounts, ledgers and what belongs to them, as NDJSON and CSV that need no Packshot to be read. Passwords and keys are not in it."
			title="Export everything"
		>
			{list.data ? (
				<Parts list={list.data} />
			) : (
				<Form
					className={classes.form}
					error={list.error}
					form={form}
					onSubmit={({ password }) => list.mutate({ body: password === "" ? {} : { password } })}
					refusals={{ sign_in_failed: "password", sign_in_again: "password" }}
				>
					<PasswordField
						autoComplete="current-password"
						label="Your password"
						{...form.getInputProps("password")}
					/>
					<div>
						<Button loading={list.isPending} type="submit" variant="default">
							List the files
						</Button>
					</div>
				</Form>
			)}
		</Surface>
	);
}

function Parts({
	list: { parts, permission, expires_at, withheld_products },
}: {
	readonly list: RouteAnswer<"POST /admin/export">;
}) {
	return (
		<>
			<p>
				Fetch each of the {parts.length} files until <Moment at={expires_at} />. If one breaks off, fetch it
				again; the others stay valid. Each has a README.
			</p>
			{withheld_products > 0 ? (
				<p>
					Live alerts withhold hechshers of {countInWords(withheld_products, "product")}. The files hold the
					hechshers and not the alerts: who imports them serves those. A backup or a move takes both.
				</p>
			) : null}
			<Group gap="sm" mt="md">
				{parts.map(({ kind, number, ...span }) => (
					<DownloadButton
						href={routeUrl("GET /admin/export/{kind}", {
							path: { kind },
							query: { permission, number, ...span },
						})}
						key={`${kind} ${number}`}
					>
						{`${kind} ${number}`}
					</DownloadButton>
				))}
			</Group>
		</>
	);
}
