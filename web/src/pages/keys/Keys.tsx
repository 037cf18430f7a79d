import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useRoute } from "../../api/use-route.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Surface } from "../../parts/Surface.tsx";
import { WaitingRows } from "../../parts/Waiting.tsx";
import { CreateKeyDialog } from "./CreateKeyDialog.tsx";
import { FormerKeys } from "./FormerKeys.tsx";
import { KeyCard } from "./KeyCard.tsx";
import classes from "./Keys.module.css";
import { KeysOfOthers } from "./KeysOfOthers.tsx";
import { NoKeyYet } from "./NoKeyYet.tsx";

/** All keys of the account: active ones as cards, the others in a list below. */
export function Keys() {
	const keys = useRoute("GET /keys");
	const [isCreating, dialog] = useDisclosure(false);
	const active = keys.data?.data.filter(({ state }) => state === "active") ?? [];
	const former = keys.data?.data.filter(({ state }) => state !== "active") ?? [];
	const isFull = keys.data !== undefined && keys.data.active >= keys.data.keys_per_account;
	const create = (
		<Button disabled={isFull} leftSection={<IconPlus size={18} />} onClick={dialog.open}>
			Create key
		</Button>
	);
	return (
		<>
			<PageHead
				actions={keys.data && keys.data.data.length > 0 ? create : null}
				description={
					keys.data
						? allowance(keys.data.active, keys.data.keys_per_account)
						: "A key lets a program call the API. Each key has its own balance."
				}
				name="Keys"
			/>
			{keys.error ? (
				<FailureNotice
					error={keys.error}
					onRetry={() => keys.refetch()}
					title="Your keys could not be loaded"
				/>
			) : null}
			{keys.isPending ? (
				<Surface flush>
					<WaitingRows />
				</Surface>
			) : null}
			{keys.data && keys.data.data.length === 0 ? <NoKeyYet onCreate={dialog.open} /> : null}
			<KeysOfOthers keys={active} />
			<ul className={classes.cards}>
				{active.map((key) => (
					<li key={key.client_id}>
						<KeyCard apiKey={key} />
					</li>
				))}
			</ul>
			{former.length > 0 ? <FormerKeys keys={former} /> : null}
			<CreateKeyDialog onClose={dialog.close} opened={isCreating} />
		</>
	);
}

function allowance(active: number, allowed: number): string {
	if (active >= allowed)
		return `${active} of ${allowed} keys are in use. Revoke one to make room for another.`;
	return `${active} of ${allowed} keys in use. Each key has its own balance.`;
}
