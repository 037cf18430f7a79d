import { IconPhotoUp } from "@tabler/icons-react";
import { useState } from "react";
import { useRoute } from "../../api/routes.ts";
import { useSession } from "../../api/session.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { EmptyState } from "../../parts/Listing.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { WaitingPage } from "../../parts/Waiting.tsx";
import { OwnProposals } from "./OwnProposals.tsx";
import classes from "./Propose.module.css";
import { ProposeForm } from "./ProposeForm.tsx";

/** Pictures and facts proposed by an account, and their states. */
export function ProposePage() {
	const account = useSession().data?.account;
	const fields = useRoute("GET /proposal-fields", {}, { staleTime: Number.POSITIVE_INFINITY });
	/** Gives each proposal a fresh form. */
	const [count, setCount] = useState(0);
	const name = account?.proposes_as ?? null;
	return (
		<>
			<PageHead
				description="Pictures and facts for the catalogue. Nothing changes until a person has looked at them."
				name="Propose"
			/>
			<div className={classes.page}>
				{name === null ? (
					<Surface>
						<EmptyState icon={IconPhotoUp} title="This account cannot propose">
							An administrator of this service has to allow it. If you have pictures or facts to share, ask
							them.
						</EmptyState>
					</Surface>
				) : (
					<>
						{fields.error ? <FailureNotice error={fields.error} onRetry={() => fields.refetch()} /> : null}
						{fields.isPending ? <WaitingPage /> : null}
						{fields.data ? (
							<ProposeForm
								fields={fields.data.data}
								key={count}
								onProposed={() => setCount(count + 1)}
								ownership={name}
							/>
						) : null}
					</>
				)}
				<OwnProposals isAlwaysShown={name !== null} />
			</div>
		</>
	);
}
